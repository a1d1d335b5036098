/// Ends the program because of a programming error. The message has the same style as messages about data.
///
/// Loaded or stored data never causes such an error. The message names the place of the call that contains the error,
/// if the function has parameters for the place. A dynamic member cannot have such parameters.
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
