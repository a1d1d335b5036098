#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The name of a property of a schema type. It is found by reflection when a model is first built.
///
/// `@unchecked Sendable`: the name is written once, under a lock, before any typed view can exist. After that, it is
/// only read. A reader in another task either receives the model from the task that wrote the name, or builds its own
/// model under the same lock.
@usableFromInline package final class SchemaKey: @unchecked Sendable {
  /// The name for lookups in tables. A constant pointer avoids exclusivity checks.
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

  /// The name as text. Empty until the schema has been reflected.
  package var text: String { name.pointee.text }

  /// Calls a closure with the name, which is valid as long as the key exists.
  ///
  /// The key of a stored property exists as long as its schema. A computed property is not allowed in a schema, and its
  /// key exists only as long as a reference to it. The closure reports this as an issue.
  @inlinable package func withName<Result, Failure: Error>(
    _ body: (PropertyName) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(self) {} }
    return try body(name.pointee)
  }

  /// Binds the property to its name. Further calls have no effect.
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

  /// Calls a closure while no other thread binds names.
  static func binding<Result>(_ body: () throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body()
  }

  private static let lock = Lock()
}
