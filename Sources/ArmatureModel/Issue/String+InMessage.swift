extension String {
  /// The name as it is written in messages. It is quoted unless it consists of letters, digits, `_` and `-`.
  var inMessage: String {
    let isPlain = unicodeScalars.allSatisfy { scalar in
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", "_", "-": true
      default: !scalar.isASCII && scalar.properties.isAlphabetic
      }
    }
    return isPlain && !isEmpty ? self : quotedForMessage
  }
}

extension [String] {
  /// The names in messages: `title, author`.
  var inMessage: String { map(\.inMessage).joined(separator: ", ") }
}
