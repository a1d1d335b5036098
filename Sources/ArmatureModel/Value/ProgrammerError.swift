/// Ends the program because of a mistake in it, with the words that a data error would have.
///
/// `fatalError` and not `preconditionFailure`: only the former keeps its message in release builds.
/// Nothing that was loaded or stored leads here.
@inline(never) package func programmerError(_ message: String) -> Never {
  fatalError(message)
}
