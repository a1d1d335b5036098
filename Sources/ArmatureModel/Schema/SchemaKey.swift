#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The name of a property of a typed schema, found by reflection when a model is first built.
///
/// `@unchecked Sendable`: the name is written once, under a lock, before the model that a typed
/// view needs exists; after that it is only read. A reader on another task has its model either
/// from the task that wrote the name, or from its own build, which took the same lock.
@usableFromInline package final class SchemaKey: @unchecked Sendable {
  /// The name as tables find it. A pointer that never changes costs no exclusivity check.
  @usableFromInline package let name: UnsafeMutablePointer<PropertyName>
  private var bytes: UnsafeMutableRawBufferPointer?

  init() {
    name = .allocate(capacity: 1)
    name.initialize(to: "")
  }

  deinit {
    name.deallocate()
    bytes?.deallocate()
  }

  /// Whether the schema has been reflected.
  package var isBound: Bool { name.pointee.count > 0 }

  /// The name as text; empty until the schema has been reflected.
  package var text: String { name.pointee.text }

  /// Runs a body with the name as tables find it, which is there as long as the key.
  ///
  /// The key of a stored property lives as long as its schema; that of a computed one, which is a
  /// mistake that the body will tell, only as long as somebody holds it.
  @inlinable package func withName<Result, Failure: Error>(
    _ body: (PropertyName) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(self) {} }
    return try body(name.pointee)
  }

  /// Gives the property its name; a second call changes nothing.
  func bind(_ text: String) {
    guard !isBound else { return }
    let utf8 = Array(text.utf8)
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: utf8.count, alignment: 8)
    copy.copyBytes(from: utf8)
    bytes = copy
    if let start = copy.baseAddress {
      name.pointee = PropertyName(start: start, count: utf8.count)
    }
  }

  /// Runs a body while no other thread binds names.
  static func binding<Result>(_ body: () throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body()
  }

  private static let lock = Lock()
}
