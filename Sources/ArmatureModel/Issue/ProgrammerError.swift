/// Ends the program because of a mistake in it, with the words that a data error would have.
///
/// Nothing that was loaded or stored leads here. The place is that of the call which is at fault, where
/// a function takes it: a member with a dot cannot.
@inline(never) package func programmerError(
  _ message: String, file: StaticString = #fileID, line: UInt = #line
) -> Never {
  // `preconditionFailure` would lose the message in release builds.
  fatalError(message, file: file, line: line)
}
