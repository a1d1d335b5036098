public import Armature

/// A graph of named objects for tests.
///
/// Declare a fixture once, and load it in each test that needs its objects.
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
/// A fixture validates its objects when you create it. For example, if you add a rule to the model and the objects
/// break it, you get one failure at the fixture, and not a failure in each test.
public struct Fixture: Sendable {
  private let fill: @Sendable (Builder) throws -> Void

  /// Creates a fixture with a closure that inserts objects and sets their values.
  ///
  /// - Throws: `ValidationReport` with all failures of the objects. Any error that the closure throws.
  public init(
    _ model: ManagedObjectModel, _ fill: @escaping @Sendable (Builder) throws -> Void
  ) throws {
    self.fill = fill
    _ = try load(into: ManagedObjectContext(model: model))
  }

  /// Creates a fixture from JSON.
  ///
  /// The name of an object consists of its entity and its identifying value, as in `Book 978-0441013593`.
  ///
  /// - Throws: `ValidationReport` with all failures in the data. `FileReadError` if a file cannot be read.
  public init(_ model: ManagedObjectModel, json sources: LoadSource...) throws {
    try self.init(model) { builder in
      for object in try builder.context.load(sources).objects { builder.add(object) }
    }
  }

  /// Creates the objects in a context.
  ///
  /// - Throws: `ValidationReport` if the objects are invalid together with the objects of the context. In this case,
  ///   the context is unchanged.
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

  /// The object that the closure of a fixture uses to insert objects.
  public final class Builder {
    /// The context that contains the objects.
    public let context: ManagedObjectContext
    fileprivate var inserted: [ManagedObject] = []
    fileprivate var objects: [String: ManagedObject] = [:]

    fileprivate init(_ context: ManagedObjectContext) { self.context = context }

    /// Inserts an object, optionally with a name.
    ///
    /// It is a programmer error, and traps, if the name is already in use.
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

  /// The objects that a fixture has created in a context. You access them by name.
  public struct Objects {
    fileprivate let objects: [String: ManagedObject]

    /// The names, in alphabetical order.
    public var names: [String] { objects.keys.sorted() }

    /// Returns the object with a name.
    ///
    /// An unknown name is a programmer error and traps. The message suggests a similar name.
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
