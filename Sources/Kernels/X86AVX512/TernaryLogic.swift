#if arch(x86_64)
import Builtin
import _Builtin_intrinsics.intel

// Ch and Maj of eight words of 64 bits or sixteen of 32 bits, in one instruction (VPTERNLOG). Bit 4x + 2y + z of the
// immediate is the result for the bits x, y and z. Swift does not import the intrinsic, whose immediate makes it a macro
// in C; the compiler's own name for the instruction is in the module Builtin.

/// Ch(x, y, z). Spec: FIPS 180-4, sections 4.1.2 and 4.1.3.
@inline(__always)
func ternaryChoice(_ x: SIMD8<Int64>, _ y: SIMD8<Int64>, _ z: SIMD8<Int64>) -> SIMD8<Int64> {
  var result = SIMD8<Int64>()
  result._storage._value = Builtin.int_x86_avx512_pternlog_q_512(
    x._storage._value, y._storage._value, z._storage._value, (0xCA as Int32)._value)
  return result
}

/// Maj(x, y, z). Spec: FIPS 180-4, sections 4.1.2 and 4.1.3.
@inline(__always)
func ternaryMajority(_ x: SIMD8<Int64>, _ y: SIMD8<Int64>, _ z: SIMD8<Int64>) -> SIMD8<Int64> {
  var result = SIMD8<Int64>()
  result._storage._value = Builtin.int_x86_avx512_pternlog_q_512(
    x._storage._value, y._storage._value, z._storage._value, (0xE8 as Int32)._value)
  return result
}
#endif
