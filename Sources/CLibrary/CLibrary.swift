// The C library of the platform, for every file that imports this module.

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
