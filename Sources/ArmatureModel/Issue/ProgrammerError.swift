/// Traps because of a programming error, with a message in the style of all other messages. Data never cause such an
/// error.
///
/// If the caller has parameters for the file and the line, the message contains the place of the incorrect call. A
/// dynamic member cannot have such parameters.
@inline(never) package func programmerError(
  _ message: String, file: StaticString = #fileID, line: UInt = #line
) -> Never {
  // `preconditionFailure` omits the message in release builds.
  fatalError(message, file: file, line: line)
}

/// The body of an unavailable member, which exists only for the compiler's message.
package func neverCalled() -> Never {
  // No call to an unavailable member compiles.
  fatalError()
}

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
