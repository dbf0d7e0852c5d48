/// Linux's answer on a processor that has none of the features that are asked for: the C library's `getauxval` in its
/// place tells the truth.
@c(getauxval)
public func capabilities(_ type: UInt) -> UInt { 0 }
