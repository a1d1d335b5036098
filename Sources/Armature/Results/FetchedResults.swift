public import ArmatureModel
public import Observation

/// The objects that a request finds, kept up to date: a list that tells step by step how it changes.
///
/// ```swift
/// let results = try FetchedResults(
///   FetchRequest("Book", orderedBy: [.ascending("title")]), in: context, sectionedBy: "author.name")
/// book.title = "Dune Messiah"
/// for step in try results.update() { print(step) }
/// ```
/// The list has objects of any entity, those of a class, or typed views: `as: Work.self`. It changes when
/// ``update()`` is called, or by itself whenever the context processes changes while somebody listens to
/// ``updates``, or observes the list in a context that tracks reads; not in between. The steps lead from the list that there was to the one that there is, one
/// after the other. Only objects that have changed are looked at again, and those that read them along
/// relationships; the request is run again where that cannot be known, for a page with an offset, and
/// where an object leaves a list with a limit. Objects are always found as they are now, with pending
/// changes. Core Data: `NSFetchedResultsController`.
public final class FetchedResults<Object: ObjectView>: Observable {
  /// What the list has.
  public let request: FetchRequest
  /// The key path of the value that the objects of a section agree in; `nil` for no sections.
  public let sectionKeyPath: String?
  private let results: LiveResults

  /// Finds objects as a type, and has the context tell of changes for as long as the list is there.
  ///
  /// With a section key path the list is sorted by its value first: in the direction in which the
  /// request sorts by it, if it does so first, or else in ascending order.
  ///
  /// - Throws: ``FetchRequestError`` with everything that cannot work with the model, or an entity whose
  ///   objects are not of the type; or what the store throws.
  /// - Complexity: That of a fetch, and O(*n*) in the objects that are found.
  public init(
    _ request: FetchRequest, as type: Object.Type, in context: ManagedObjectContext,
    sectionedBy keyPath: String? = nil
  ) throws {
    self.request = request
    sectionKeyPath = keyPath
    results = try LiveResults(request, in: context, sectionedBy: keyPath)
    guard let type = Object.self as? any ObjectReference.Type else {
      programmerError("\(Object.self) must be a class of objects, or a typed view.")
    }
    guard type.sees(request.entity, of: context.model) else {
      throw FetchRequestError(
        entity: request.entity,
        issues: ["The objects must be of the type \(Object.self), but those of the entity are not."]
      )
    }
  }

  /// Where the objects are.
  public var context: ManagedObjectContext { results.context }

  // MARK: The list

  /// The objects, in the order of the sections and of the request.
  ///
  /// - Complexity: O(1).
  public var objects: [Object] {
    // Each can be seen as the type, as all objects of the entity can, and that is a reference to an
    // object and nothing else: both have been checked. A cast of each takes 20 ns.
    unsafeBitCast(results.list.objects, to: [Object].self)
  }

  /// The sections, in order; without a section key path one that has all objects.
  ///
  /// - Complexity: O(*n*) in the number of sections.
  public var sections: [Section] {
    let objects = objects
    var start = 0
    return results.list.sections.sections.map { value, count in
      defer { start += count }
      return Section(value: value, objects: objects[start..<start + count])
    }
  }

  /// The titles of an index at the side of the list: the first letters of its sections, each once.
  ///
  /// - Complexity: O(*n*) in the number of sections.
  public var sectionIndexTitles: [String] {
    var seen: Set<String> = []
    return sections.map(\.indexTitle).filter { seen.insert($0).inserted }
  }

  /// Which section is the first with a title of the index; `nil` if there is none.
  ///
  /// - Complexity: O(*n*) in the number of sections.
  public func section(forIndexTitle title: String) -> Int? {
    sections.firstIndex { $0.indexTitle == title }
  }

  /// The object at a position.
  ///
  /// A position that is not in the list is a programmer error and traps.
  ///
  /// - Complexity: O(*n*) in the number of sections before it.
  public subscript(position: ResultPosition) -> Object {
    let start = results.list.sections.sections[..<position.section].reduce(0) { $0 + $1.count }
    return objects[start + position.row]
  }

  /// Where an object stands; `nil` if it is not in the list.
  ///
  /// - Complexity: O(log *n*) in the number of objects, O(*n*) in that of sections.
  public func position(of object: Object) -> ResultPosition? {
    results.list.index(of: object._object).map(results.list.sections.position(of:))
  }

  // MARK: Changes

  /// Brings the list up to date, and returns the steps that lead there.
  ///
  /// A context with ``ManagedObjectContext/mergesChangesAutomatically`` takes over what others have saved before. The list
  /// of a child follows what its parent has changed, too, saved or not.
  ///
  /// - Throws: What the store throws, if the request must be run again; the list stays as it was then,
  ///   until the next call.
  /// - Complexity: O(log *n*) for each object that has changed, beside a move in memory of what lies
  ///   behind it.
  @discardableResult public func update() throws -> [ResultStep] { try results.update() }

  /// The steps from now on: a value each time that the list has changed.
  ///
  /// While somebody listens, the list is brought up to date whenever the context, or one above it, processes changes. Each
  /// call makes a sequence of its own, which ends with the list. It may be read in another task.
  public var updates: AsyncStream<[ResultStep]> { results.updates }

  /// The errors from now on of a list that is brought up to date by itself, while somebody listens to ``updates``.
  ///
  /// The list stays as it was then, and the next change tries again. Without anybody who listens here, the next call that
  /// can throw, such as a fetch or a save, throws the error.
  public var updateErrors: AsyncStream<any Error> { results.updateErrors }
}

extension FetchedResults where Object == ManagedObject {
  /// Finds objects of any class, and has the context tell of changes for as long as the list is there.
  ///
  /// With a section key path the list is sorted by its value first: in the direction in which the
  /// request sorts by it, if it does so first, or else in ascending order.
  ///
  /// - Throws: ``FetchRequestError``, or what the store throws.
  public convenience init(
    _ request: FetchRequest, in context: ManagedObjectContext, sectionedBy keyPath: String? = nil
  ) throws {
    try self.init(request, as: ManagedObject.self, in: context, sectionedBy: keyPath)
  }
}

extension FetchedResults {
  /// Finds typed views of objects.
  ///
  /// ```swift
  /// let works = try FetchedResults(
  ///   FetchRequest(Work.self, orderedBy: \.title), as: Work.self, in: context)
  /// ```
  /// - Throws: ``FetchRequestError``, or what the store throws.
  public convenience init<Type: EntityType>(
    _ request: FetchRequest, as type: Type.Type, in context: ManagedObjectContext,
    sectionedBy keyPath: String? = nil
  ) throws where Object == Managed<Type> {
    try self.init(request, as: Managed<Type>.self, in: context, sectionedBy: keyPath)
  }

  /// Finds typed views of objects, with sections by a property: `sectionedBy: \.writer.name`.
  ///
  /// - Throws: ``FetchRequestError``, or what the store throws.
  public convenience init<Type: EntityType>(
    _ request: FetchRequest, as type: Type.Type, in context: ManagedObjectContext,
    sectionedBy path: KeyPath<Query<Type>, some FoundExpression>
  ) throws where Object == Managed<Type> {
    let value = Query<Type>()[keyPath: path].fetchExpression
    guard case .keyPath(let path) = value, path.level == 0 else {
      throw FetchRequestError(
        entity: request.entity,
        issues: ["sectionedBy must be a property, but is \(value)."])
    }
    try self.init(request, as: type, in: context, sectionedBy: path.names.joined(separator: "."))
  }
}
