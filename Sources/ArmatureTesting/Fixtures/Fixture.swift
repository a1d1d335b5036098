public import Armature

/// A graph that is written down once, with names for its objects, and loaded where a test needs it.
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
/// It is checked against the model when it is made, so that a rule that was added since is told
/// once, at the fixture, and not by each test.
public struct Fixture: Sendable {
  private let fill: @Sendable (Filling) throws -> Void

  /// Makes a fixture of a closure that inserts objects and fills them in.
  ///
  /// - Throws: `ValidationReport` with everything that is wrong with the objects, or what the
  ///   closure throws.
  public init(
    _ model: ManagedObjectModel, _ fill: @escaping @Sendable (Filling) throws -> Void
  ) throws {
    self.fill = fill
    _ = try load(into: ManagedObjectContext(model: model))
  }

  /// Makes a fixture of JSON, whose objects are called by entity and identity: `Book
  /// 978-0441013593`.
  ///
  /// - Throws: `ValidationReport` with every mistake in the data, `FileReadError` if a file cannot
  ///   be read.
  public init(_ model: ManagedObjectModel, json sources: LoadSource...) throws {
    try self.init(model) { filling in
      for object in try filling.context.load(sources).objects { filling.add(object) }
    }
  }

  /// Makes the objects in a context.
  ///
  /// - Throws: `ValidationReport` if they are not valid beside what the context has. The context is
  ///   then as it was.
  /// - Complexity: O(*n*) in the number of objects.
  @discardableResult public func load(into context: ManagedObjectContext) throws -> Objects {
    try context.attempt {
      let filling = Filling(context)
      try fill(filling)
      let report = filling.inserted.reduce(into: ValidationReport()) { $0.merge($1.validate()) }
      guard report.isValid else { throw report }
      return Objects(objects: filling.objects)
    }
  }

  /// The objects of a fixture while they are made.
  public final class Filling {
    /// The context that the objects are in.
    public let context: ManagedObjectContext
    fileprivate var inserted: [ManagedObject] = []
    fileprivate var objects: [String: ManagedObject] = [:]

    fileprivate init(_ context: ManagedObjectContext) { self.context = context }

    /// Inserts an object, and calls it by a name if one is given.
    ///
    /// A name that another object has is a programmer error and traps.
    ///
    /// - Throws: `ManagedObjectError` if the model has no such entity, or it is abstract.
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

  /// The objects of a fixture in a context, by their names.
  public struct Objects {
    fileprivate let objects: [String: ManagedObject]

    /// The names, in alphabetical order.
    public var names: [String] { objects.keys.sorted() }

    /// The object of a name; one that the fixture lacks is a programmer error and traps with the
    /// near miss.
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
