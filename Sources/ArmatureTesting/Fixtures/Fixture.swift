public import Armature

/// A graph of named objects that is declared once and loaded by the tests that need it.
///
/// ```swift
/// let shelf = try Fixture(library) { shelf in
///   let herbert = try shelf.insert("Author", as: "herbert")
///   herbert.name = "Frank Herbert"
///   let dune = try shelf.insert("Book", as: "dune")
///   dune.isbn = "978-0441013593"
///   dune.title = "Dune"
///   dune.author = herbert
/// }
/// let objects = try shelf.load(into: context)
/// let title: String? = objects["dune"].title
/// ```
/// A fixture is checked against the model when it is created. If the model gets a new rule, the failure is reported
/// once, at the fixture, and not in each test.
public struct Fixture: Sendable {
  private let fill: @Sendable (Builder) throws -> Void

  /// Creates a fixture with a closure that inserts and fills objects.
  ///
  /// - Throws: `ValidationReport` with all failures of the objects, or the error of the closure.
  public init(
    _ model: ManagedObjectModel, _ fill: @escaping @Sendable (Builder) throws -> Void
  ) throws {
    self.fill = fill
    _ = try load(into: ManagedObjectContext(model: model))
  }

  /// Creates a fixture from JSON.
  ///
  /// The objects are named by entity and identity: `Book 978-0441013593`.
  ///
  /// - Throws: `ValidationReport` with all failures in the data, or `FileReadError` if a file cannot be read.
  public init(_ model: ManagedObjectModel, json sources: LoadSource...) throws {
    try self.init(model) { builder in
      for object in try builder.context.load(sources).objects { builder.add(object) }
    }
  }

  /// Creates the objects in a context.
  ///
  /// - Throws: `ValidationReport` if the objects are invalid together with the objects of the context. The context is
  ///   unchanged in that case.
  /// - Complexity: O(*n*) in the number of objects.
  @discardableResult public func load(into context: ManagedObjectContext) throws -> Objects {
    try context.attempt {
      let builder = Builder(context)
      try fill(builder)
      let report = builder.inserted.reduce(into: ValidationReport()) { $0.merge($1.validate()) }
      guard report.isValid else { throw report }
      return Objects(objects: builder.objects)
    }
  }

  /// The objects of a fixture while it is being filled.
  public final class Builder {
    /// The context of the objects.
    public let context: ManagedObjectContext
    fileprivate var inserted: [ManagedObject] = []
    fileprivate var objects: [String: ManagedObject] = [:]

    fileprivate init(_ context: ManagedObjectContext) { self.context = context }

    /// Inserts an object, optionally with a name.
    ///
    /// A name that is already in use is a programming error and traps.
    ///
    /// - Throws: `ManagedObjectError` if the entity is unknown or abstract.
    public func insert(
      _ entity: String, as name: String? = nil, file: StaticString = #fileID, line: UInt = #line
    ) throws -> ManagedObject {
      let object = try context.insert(entity)
      inserted.append(object)
      if let name, let other = objects.updateValue(object, forKey: name) {
        programmerError(
          "A fixture must have one object called \"\(name)\", but \(other) is, too.",
          file: file, line: line)
      }
      return object
    }

    fileprivate func add(_ object: ManagedObject) {
      inserted.append(object)
      let values = object.entity.identifyingAttributes.map { object[$0.name] ?? .null }
      guard let label = ValidationFailure.label(for: values) else { return }
      objects["\(object.entity.name) \(label)"] = object
    }
  }

  /// The objects of a fixture in a context, by name.
  public struct Objects {
    fileprivate let objects: [String: ManagedObject]

    /// The names, in alphabetical order.
    public var names: [String] { objects.keys.sorted() }

    /// Returns the object with a name.
    ///
    /// An unknown name is a programming error and traps. The message suggests a similar name.
    public subscript(
      name: String, file: StaticString = #fileID, line: UInt = #line
    ) -> ManagedObject {
      if let object = objects[name] { return object }
      let suggestion = nearMiss(name, in: names).map { " Did you mean \"\($0)\"?" } ?? ""
      programmerError(
        "The fixture must have an object called \"\(name)\", but has none.\(suggestion)",
        file: file, line: line)
    }
  }
}
