/// A pattern that is compiled on first use and then cached.
final class CompiledPattern: Sendable {
  let source: String
  private let reference = LazyReference()

  init(_ source: String) { self.source = source }

  /// The compiled pattern, or `nil` if the source is invalid.
  var pattern: TextPattern? {
    // The reference stores only objects of this class.
    let address = reference.address ?? reference.publish(Result(try? TextPattern(source)))
    return Unmanaged<Result>.fromOpaque(address).takeUnretainedValue().pattern
  }

  private final class Result: Sendable {
    let pattern: TextPattern?

    init(_ pattern: TextPattern?) { self.pattern = pattern }
  }
}
