// What the sources use of the part of Apple's module Darwin that is written in Swift: it stands for macros and for
// functions with a variable number of arguments, which Swift does not import. The types are those of Swift's
// repository, stdlib/public/Platform.

@_exported import Darwin

/// The last error of this thread.
public var errno: Int32 {
  get { __error().pointee }
  set { __error().pointee = newValue }
}

/// Opens a file.
public func open(_ path: UnsafePointer<CChar>, _ oflag: Int32) -> Int32 { -1 }

/// Opens a file, which gets the mode if it is new.
public func open(_ path: UnsafePointer<CChar>, _ oflag: Int32, _ mode: mode_t) -> Int32 { -1 }

/// Opens a file at a path from a folder.
public func openat(_ fd: Int32, _ path: UnsafePointer<CChar>, _ oflag: Int32) -> Int32 { -1 }

/// Opens a file at a path from a folder, which gets the mode if it is new.
public func openat(_ fd: Int32, _ path: UnsafePointer<CChar>, _ oflag: Int32, _ mode: mode_t) -> Int32 { -1 }

/// Controls a descriptor.
public func fcntl(_ fd: Int32, _ cmd: Int32) -> Int32 { -1 }

/// Controls a descriptor.
public func fcntl(_ fd: Int32, _ cmd: Int32, _ value: Int32) -> Int32 { -1 }

/// Controls a descriptor.
public func fcntl(_ fd: Int32, _ cmd: Int32, _ ptr: UnsafeMutableRawPointer) -> Int32 { -1 }

/// Controls a device.
public func ioctl(_ fd: CInt, _ request: UInt) -> CInt { -1 }

/// Controls a device.
public func ioctl(_ fd: CInt, _ request: UInt, _ value: CInt) -> CInt { -1 }

/// Controls a device.
public func ioctl(_ fd: CInt, _ request: UInt, _ ptr: UnsafeMutableRawPointer) -> CInt { -1 }

/// Reads the size of a terminal.
public var TIOCGWINSZ: UInt { 0x4008_7468 }

/// The type of a file.
public var S_IFMT: mode_t { 0o170000 }
/// A pipe.
public var S_IFIFO: mode_t { 0o010000 }
/// A device.
public var S_IFCHR: mode_t { 0o020000 }
/// A folder.
public var S_IFDIR: mode_t { 0o040000 }
/// A regular file.
public var S_IFREG: mode_t { 0o100000 }
/// A symbolic link.
public var S_IFLNK: mode_t { 0o120000 }
/// The permissions of the group.
public var S_IRWXG: mode_t { 0o000070 }
/// The group may write.
public var S_IWGRP: mode_t { 0o000020 }
/// Everyone may write.
public var S_IWOTH: mode_t { 0o000002 }

/// What `mmap` returns if it fails.
public var MAP_FAILED: UnsafeMutableRawPointer! { UnsafeMutableRawPointer(bitPattern: -1) }

/// The default effect of a signal.
public var SIG_DFL: sig_t? { nil }

/// No effect of a signal.
public var SIG_IGN: sig_t { unsafeBitCast(1, to: sig_t.self) }
