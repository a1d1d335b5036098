import ArmatureModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The strings that objects are sorted by, by the position of the object.
protocol SortTexts {
  /// Calls a closure with the UTF-8 bytes of a string, or with no bytes if it is missing.
  func withBytes<Result>(at position: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result
}

extension SortTexts {
  /// Compares two strings byte by byte.
  func order(_ left: Int, _ right: Int) -> ValueOrder {
    withBytes(at: left) { left in
      withBytes(at: right) { right in
        if let first = left.baseAddress, let second = right.baseAddress {
          let order = memcmp(first, second, min(left.count, right.count))
          if order != 0 { return order < 0 ? .ascending : .descending }
        }
        if left.count == right.count { return .same }
        return left.count < right.count ? .ascending : .descending
      }
    }
  }
}
