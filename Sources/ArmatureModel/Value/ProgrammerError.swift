/// Ends the program because of a mistake in it, with the words that a data error would have.
///
/// Nothing that was loaded or stored leads here.
@inline(never) package func programmerError(_ message: String) -> Never {
  // Not `preconditionFailure`: only this keeps its message in release builds.
  fatalError(message)
}
