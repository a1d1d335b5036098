public import ArmatureModel
public import Observation

/// An up-to-date list of the objects that match a request. It reports each change as a step.
///
/// ```swift
/// let results = try FetchedResults(
///   FetchRequest("Book", orderedBy: [.ascending("title")]), in: context, sectionedBy: "author.name")
/// book.title = "Dune Messiah"
/// for step in try results.update() { print(step) }
/// ```
/// Use it for lists in user interfaces. A list contains objects of any entity, objects of a class, or typed views:
/// `as: Work.self`. It changes when you call ``update()``. It also changes automatically when the context processes
/// changes while ``updates`` has a listener, or while the list is observed in a context that tracks reads. Applied in
/// order, the steps turn the former list into the present one.
///
/// An update only tests changed objects, and objects that read these along relationships. It runs the request again
/// if the affected objects are unknown, for a page with an offset, and if an object leaves a list with a limit.
/// Objects are always tested with their pending changes. Core Data: `NSFetchedResultsController`.
///
/// ## Topics
///
/// ### Creating lists
/// - ``init(_:in:sectionedBy:)``
/// - ``request``
/// - ``context``
/// - ``sectionKeyPath``
///
/// ### Objects and sections
/// - ``objects``
/// - ``subscript(_:)``
/// - ``position(of:)``
/// - ``sections``
/// - ``sectionIndexTitles``
/// - ``section(forIndexTitle:)``
///
/// ### Updates
/// - ``update()``
/// - ``updates``
/// - ``updateErrors``
public final class FetchedResults<Object: ObjectView>: Observable {
  /// The request whose results the list shows.
  public let request: FetchRequest
  /// The key path of the value that the objects of a section share; `nil` for a list without sections.
  public let sectionKeyPath: String?
  private let results: LiveResults

  /// Fetches objects as a type and follows the changes of the context as long as the list exists.
  ///
  /// With a section key path, the list is sorted by its value first. If the request's first order sorts by this
  /// value, its direction applies; otherwise the direction is ascending.
  ///
  /// - Throws: ``FetchRequestError`` with every issue of the request, or if its objects do not have the type; or the
  ///   store's error.
  /// - Complexity: That of a fetch, and O(*n*) in the matching objects.
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

  /// The context of the objects.
  public var context: ManagedObjectContext { results.context }

  // MARK: The list

  /// The objects, in the order of the sections and of the request.
  ///
  /// - Complexity: O(1).
  public var objects: [Object] {
    // Both facts have been checked: each object can be viewed as the type, and the type consists of a reference to an
    // object only. A cast of each object takes 20 ns.
    unsafeBitCast(results.list.objects, to: [Object].self)
  }

  /// The sections in order; without a section key path, a single section with all objects.
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

  /// The titles for an index of the list: the distinct first letters of its sections.
  ///
  /// - Complexity: O(*n*) in the number of sections.
  public var sectionIndexTitles: [String] {
    var seen: Set<String> = []
    return sections.map(\.indexTitle).filter { seen.insert($0).inserted }
  }

  /// Returns the position of the first section with an index title; `nil` for an unknown title.
  ///
  /// - Complexity: O(*n*) in the number of sections.
  public func section(forIndexTitle title: String) -> Int? {
    sections.firstIndex { $0.indexTitle == title }
  }

  /// The object at a position.
  ///
  /// An invalid position is a programmer error and traps.
  ///
  /// - Complexity: O(*n*) in the number of sections before it.
  public subscript(position: ResultPosition) -> Object {
    let start = results.list.sections.sections[..<position.section].reduce(0) { $0 + $1.count }
    return objects[start + position.row]
  }

  /// Returns the position of an object; `nil` if it is not in the list.
  ///
  /// - Complexity: O(log *n*) in the number of objects, O(*n*) in the number of sections.
  public func position(of object: Object) -> ResultPosition? {
    results.list.index(of: object._object).map(results.list.sections.position(of:))
  }

  // MARK: Changes

  /// Updates the list and returns the steps that lead to its new state.
  ///
  /// A context with ``ManagedObjectContext/mergesChangesAutomatically`` first merges the saves of others. The list of
  /// a child context also follows the changes of its parent, saved or not.
  ///
  /// - Throws: The store's error, if the request must run again. The list then stays unchanged until the next call.
  /// - Complexity: O(log *n*) for each changed object, plus moving the elements after it in memory.
  @discardableResult public func update() throws -> [ResultStep] { try results.update() }

  /// The steps from now on: one element for each change of the list.
  ///
  /// While somebody listens, the list is brought up to date whenever the context, or one above it, processes changes. Each
  /// call makes a sequence of its own, which ends with the list. It may be read in another task.
  public var updates: AsyncStream<[ResultStep]> { results.updates }

  /// The errors of automatic updates from now on, while ``updates`` has a listener.
  ///
  /// After an error the list stays unchanged, and the next change tries again. If no one listens to this sequence,
  /// the error is thrown by the next call that can throw, such as a fetch or a save.
  public var updateErrors: AsyncStream<any Error> { results.updateErrors }
}

extension FetchedResults where Object == ManagedObject {
  /// Fetches objects of any class and follows the changes of the context as long as the list exists.
  ///
  /// With a section key path, the list is sorted by its value first. If the request's first order sorts by this
  /// value, its direction applies; otherwise the direction is ascending.
  ///
  /// - Throws: ``FetchRequestError``, or the store's error.
  public convenience init(
    _ request: FetchRequest, in context: ManagedObjectContext, sectionedBy keyPath: String? = nil
  ) throws {
    try self.init(request, as: ManagedObject.self, in: context, sectionedBy: keyPath)
  }
}

extension FetchedResults {
  /// Fetches typed views of objects.
  ///
  /// ```swift
  /// let works = try FetchedResults(
  ///   FetchRequest(Work.self, orderedBy: \.title), as: Work.self, in: context)
  /// ```
  /// - Throws: ``FetchRequestError``, or the store's error.
  public convenience init<Type: EntityType>(
    _ request: FetchRequest, as type: Type.Type, in context: ManagedObjectContext,
    sectionedBy keyPath: String? = nil
  ) throws where Object == Managed<Type> {
    try self.init(request, as: Managed<Type>.self, in: context, sectionedBy: keyPath)
  }

  /// Fetches typed views of objects, with sections by a property: `sectionedBy: \.writer.name`.
  ///
  /// - Throws: ``FetchRequestError``, or the store's error.
  public convenience init<Type: EntityType>(
    _ request: FetchRequest, as type: Type.Type, in context: ManagedObjectContext,
    sectionedBy path: KeyPath<Query<Type>, some KeyPathExpression>
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
