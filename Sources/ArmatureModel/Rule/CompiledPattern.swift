/// A pattern that is compiled when it is first needed, and then kept.
final class CompiledPattern: Sendable {
  let source: String
  private let reference = LazyReference()

  init(_ source: String) { self.source = source }

  /// What the source compiles to; `nil` for one with mistakes.
  var pattern: TextPattern? {
    // Nothing else is ever kept there.
    let address = reference.address ?? reference.publish(Result(try? TextPattern(source)))
    return Unmanaged<Result>.fromOpaque(address).takeUnretainedValue().pattern
  }

  private final class Result: Sendable {
    let pattern: TextPattern?

    init(_ pattern: TextPattern?) { self.pattern = pattern }
  }
}
