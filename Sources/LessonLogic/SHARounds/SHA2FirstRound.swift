package import SwiftVaultReference

/// The first round of a message: the temporary sums T1 and T2, and the new words `a` and `e`.
///
/// Spec: FIPS 180-4, section 6.2.2, step 3.
package struct SHA2FirstRound<Word: SHA2Word>: Sendable {
  package let t1: Word
  package let t2: Word
  package let a: Word
  package let e: Word

  /// - Parameter w0: The first word of the message's schedule.
  package init(w0: Word) {
    let h = Word.initialHash
    t1 = h[7] &+ h[4].upperSigma1 &+ Word.choose(h[4], h[5], h[6]) &+ Word.roundConstants[0] &+ w0
    t2 = h[0].upperSigma0 &+ Word.majority(h[0], h[1], h[2])
    a = t1 &+ t2
    e = h[3] &+ t1
  }
}
