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
