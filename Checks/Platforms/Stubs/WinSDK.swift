@_exported import WinSDK

/// The type the compiler looks for when it imports BOOL: a function that returns BOOL in C returns Bool in Swift.
public struct WindowsBool {
  var value: Int32
}

/// One direction of the compiler's conversion.
public func _convertBoolToWindowsBool(_ value: Bool) -> WindowsBool { WindowsBool(value: value ? 1 : 0) }

/// The other direction.
public func _convertWindowsBoolToBool(_ value: WindowsBool) -> Bool { value.value != 0 }
