/// The two patterns of ``BookRules`` as loops over bytes: the limit of pattern matching.
enum HandWrittenMatch {
  @inline(__always)
  static func isbn(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      guard bytes.count == 14, bytes[0] == UInt8(ascii: "9"), bytes[1] == UInt8(ascii: "7"),
        bytes[2] == UInt8(ascii: "8") || bytes[2] == UInt8(ascii: "9"),
        bytes[3] == UInt8(ascii: "-")
      else { return false }
      for index in 4..<14 where bytes[index] < 48 || bytes[index] > 57 { return false }
      return true
    }
  }

  /// The classes of each byte; created once, because a global would be checked at each use.
  struct EmailTable {
    fileprivate static let local: UInt8 = 1
    fileprivate static let domain: UInt8 = 2
    fileprivate static let letter: UInt8 = 4

    fileprivate var classes = [UInt8](repeating: 0, count: 256)

    init() {
      let letters = "abcdefghijklmnopqrstuvwxyz"
      mark(letters + "0123456789._%+-", Self.local)
      mark(letters + "0123456789.-", Self.domain)
      mark(letters, Self.letter)
    }

    private mutating func mark(_ text: String, _ kind: UInt8) {
      for byte in text.utf8 { classes[Int(byte)] |= kind }
    }
  }

  @inline(__always)
  static func email(_ text: String, _ table: EmailTable) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      table.classes.withUnsafeBufferPointer { classes in
        var index = 0
        while index < bytes.count, classes[Int(bytes[index])] & EmailTable.local != 0 {
          index &+= 1
        }
        guard index > 0, index < bytes.count, bytes[index] == UInt8(ascii: "@") else {
          return false
        }
        index &+= 1
        let domain = index
        var dot = -1
        while index < bytes.count {
          let byte = bytes[index]
          guard classes[Int(byte)] & EmailTable.domain != 0 else { return false }
          if byte == UInt8(ascii: ".") { dot = index }
          index &+= 1
        }
        guard dot > domain, bytes.count - dot - 1 >= 2 else { return false }
        for tail in (dot + 1)..<bytes.count
        where classes[Int(bytes[tail])] & EmailTable.letter == 0 { return false }
        return true
      }
    }
  }
}
