/// Linux's answer on a processor without any feature. It replaces the C library's `getauxval`, which reports the real
/// features.
@c(getauxval)
public func capabilities(_ type: UInt) -> UInt { 0 }
