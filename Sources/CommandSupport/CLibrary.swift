// The C library, for this module and for every file that imports it. The commands do not import Foundation: linked
// statically, it is four times as large as a command without it.

#if canImport(Glibc)
@_exported import Glibc
#elseif canImport(Musl)
@_exported import Musl
#elseif canImport(Android)
@_exported import Android
#elseif canImport(Darwin)
@_exported import Darwin
#elseif os(Windows)
@_exported import CRT
@_exported import WinSDK
#endif
