/// Ends the program because of a programming error, with a message in the style of data errors.
///
/// Loaded or stored data never leads here. The place is the call that contains the error, if the function has
/// parameters for it. A dynamic member cannot have them.
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
