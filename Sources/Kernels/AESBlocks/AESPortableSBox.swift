extension AESPortableState {
  /// Replaces every byte `x` by the linear image `S(x) ^ 0x63` of the S-box, in all blocks at once.
  ///
  /// The four NOT gates that would add the constant 0x63 are omitted. MixColumns maps a column of 0x63 to itself, so
  /// the key schedule adds the constant to each round key after the first instead.
  ///
  /// Constant-time: 32 AND and 83 XOR gates in a fixed order.
  /// Spec: FIPS 197, section 5.1.1. The circuit is that of J. Boyar and R. Peralta, "A new combinational logic
  /// minimization technique with applications to cryptology" (SEA 2010, ePrint 2009/191). The names are theirs: `x0` is
  /// the highest input bit, `y…` the top linear layer, `t…` and `z…` the inversion in GF(((2^2)^2)^2) and the bottom
  /// linear layer, and `s3` an output bit.
  @inlinable @inline(__always)
  package mutating func substituteWithoutConstant() {
    let (x0, x1, x2, x3) = (b7, b6, b5, b4)
    let (x4, x5, x6, x7) = (b3, b2, b1, b0)

    // Top linear layer: from the byte to the inputs of the inversion and of its last multiplications.
    let y14 = x3 ^ x5
    let y13 = x0 ^ x6
    let y9 = x0 ^ x3
    let y8 = x0 ^ x5
    let t0 = x1 ^ x2
    let y1 = t0 ^ x7
    let y4 = y1 ^ x3
    let y12 = y13 ^ y14
    let y2 = y1 ^ x0
    let y5 = y1 ^ x6
    let y3 = y5 ^ y8
    let t1 = x4 ^ y12
    let y15 = t1 ^ x5
    let y20 = t1 ^ x1
    let y6 = y15 ^ x7
    let y10 = y15 ^ t0
    let y11 = y20 ^ y9
    let y7 = x7 ^ y11
    let y17 = y10 ^ y11
    let y19 = y10 ^ y8
    let y16 = t0 ^ y11
    let y21 = y13 ^ y16
    let y18 = x0 ^ y16

    // Inversion: the products of the two halves, ...
    let t2 = y12 & y15
    let t3 = y3 & y6
    let t4 = t3 ^ t2
    let t5 = y4 & x7
    let t6 = t5 ^ t2
    let t7 = y13 & y16
    let t8 = y5 & y1
    let t9 = t8 ^ t7
    let t10 = y2 & y7
    let t11 = t10 ^ t7
    let t12 = y9 & y11
    let t13 = y14 & y17
    let t14 = t13 ^ t12
    let t15 = y8 & y10
    let t16 = t15 ^ t12
    let t17 = t4 ^ t14
    let t18 = t6 ^ t16
    let t19 = t9 ^ t14
    let t20 = t11 ^ t16
    let t21 = t17 ^ y20
    let t22 = t18 ^ y19
    let t23 = t19 ^ y21
    let t24 = t20 ^ y18
    // ... then the inversion in GF(2^4), ...
    let t25 = t21 ^ t22
    let t26 = t21 & t23
    let t27 = t24 ^ t26
    let t28 = t25 & t27
    let t29 = t28 ^ t22
    let t30 = t23 ^ t24
    let t31 = t22 ^ t26
    let t32 = t31 & t30
    let t33 = t32 ^ t24
    let t34 = t23 ^ t33
    let t35 = t27 ^ t33
    let t36 = t24 & t35
    let t37 = t36 ^ t34
    let t38 = t27 ^ t36
    let t39 = t29 & t38
    let t40 = t25 ^ t39
    let t41 = t40 ^ t37
    let t42 = t29 ^ t33
    let t43 = t29 ^ t40
    let t44 = t33 ^ t37
    let t45 = t42 ^ t41
    // ... then the products with the inverse.
    let z0 = t44 & y15
    let z1 = t37 & y6
    let z2 = t33 & x7
    let z3 = t43 & y16
    let z4 = t40 & y1
    let z5 = t29 & y7
    let z6 = t42 & y11
    let z7 = t45 & y17
    let z8 = t41 & y10
    let z9 = t44 & y12
    let z10 = t37 & y3
    let z11 = t33 & y4
    let z12 = t43 & y13
    let z13 = t40 & y5
    let z14 = t29 & y2
    let z15 = t42 & y9
    let z16 = t45 & y14
    let z17 = t41 & y8

    // Bottom linear layer: back to the byte, with the linear part of the S-box's affine map.
    let t46 = z15 ^ z16
    let t47 = z10 ^ z11
    let t48 = z5 ^ z13
    let t49 = z9 ^ z10
    let t50 = z2 ^ z12
    let t51 = z2 ^ z5
    let t52 = z7 ^ z8
    let t53 = z0 ^ z3
    let t54 = z6 ^ z7
    let t55 = z16 ^ z17
    let t56 = z12 ^ t48
    let t57 = t50 ^ t53
    let t58 = z4 ^ t46
    let t59 = z3 ^ t54
    let t60 = t46 ^ t57
    let t61 = z14 ^ t57
    let t62 = t52 ^ t58
    let t63 = t49 ^ t58
    let t64 = z4 ^ t59
    let t65 = t61 ^ t62
    let t66 = z1 ^ t63
    let t67 = t64 ^ t65
    let s3 = t53 ^ t66
    b7 = t59 ^ t63
    b6 = t64 ^ s3
    b5 = t55 ^ t67
    b4 = s3
    b3 = t51 ^ t66
    b2 = t47 ^ t65
    b1 = t56 ^ t62
    b0 = t48 ^ t60
  }

  /// Inverts `substituteWithoutConstant()`, in all blocks at once.
  ///
  /// Let `I` be inversion in GF(2^8), and `L` the linear part of the S-box's affine map. The substitution is `L ∘ I`.
  /// Its inverse `I ∘ L⁻¹` equals `L⁻¹ ∘ (L ∘ I) ∘ L⁻¹`: the same circuit between two inverse maps.
  /// Spec: FIPS 197, section 5.3.2.
  @inlinable @inline(__always)
  package mutating func unsubstituteWithoutConstant() {
    invertLinearMap()
    substituteWithoutConstant()
    invertLinearMap()
  }

  /// Inverts the linear part of the S-box's affine map.
  ///
  /// Bit `i` becomes the sum of the bits `i + 2`, `i + 5` and `i + 7` (mod 8). Two outputs always share a pair of them.
  /// Spec: FIPS 197, section 5.1.1 (the affine map without its constant).
  @inlinable @inline(__always)
  package mutating func invertLinearMap() {
    let (a0, a1, a2, a3, a4, a5, a6, a7) = (b0, b1, b2, b3, b4, b5, b6, b7)
    let (p0, p1, p2, p3) = (a2 ^ a7, a1 ^ a4, a3 ^ a6, a0 ^ a5)
    b0 = a5 ^ p0
    b1 = a0 ^ p2
    b2 = a7 ^ p1
    b3 = a2 ^ p3
    b4 = a1 ^ p2
    b5 = a4 ^ p0
    b6 = a3 ^ p3
    b7 = a6 ^ p1
  }
}
