public import ArmatureModel
public import Observation

/// A list of the objects that match a request, which is updated when the objects change.
///
/// Use it for lists in user interfaces. Each update of the list returns ``ResultStep`` values, which tell your view
/// which rows to insert, move and remove:
///
/// ```swift
/// let results = try FetchedResults(
///   FetchRequest("Book", orderedBy: [.ascending("title")]), in: context, sectionedBy: "author.name")
/// book.title = "Dune Messiah"
/// for step in try results.update() { print(step) }
/// ```
/// You can update the list yourself by calling ``update()``. The list also updates itself whenever the context
/// processes changes, if you do one of the following:
/// - You read the sequence ``updates``.
/// - You set ``ManagedObjectContext/tracksReads`` of the context to `true`, and a view observes the list.
///
/// An update is fast, because it usually tests only the changed objects and the objects that depend on them through
/// relationships. The whole request runs again if the request has an offset, or if an object leaves a list that has a
/// limit. It also runs again if the list cannot find out which objects depend on a change.
///
/// The list can contain managed objects of any entity, objects of a class, or typed views, as in `as: Work.self`. It
/// always takes unsaved changes into account.
///
/// Core Data: `NSFetchedResultsController`.
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
  /// The key path of the value that the objects of a section have in common. It is `nil` for a list without sections.
  public let sectionKeyPath: String?
  private let results: LiveResults

  /// Creates a list of objects of a type.
  ///
  /// The list fetches its objects at once, and follows the changes of the context as long as it exists.
  ///
  /// To divide the list into sections, pass a key path such as `author.name`. Objects with the same value form a
  /// section, and the sections are sorted by this value in ascending order. For the descending order, make this value
  /// the first order of the request.
  ///
  /// - Throws: ``FetchRequestError`` with every issue of the request, or if its objects do not have the type. The
  ///   initializer also throws any error of the store.
  /// - Complexity: The same as for a fetch, plus O(*n*) in the number of matching objects.
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

  /// The objects of all sections, in the order of the list.
  ///
  /// - Complexity: O(1).
  public var objects: [Object] {
    // Both facts have been checked: each object can be viewed as the type, and the type consists of a reference to an
    // object only. A cast of each object takes 20 ns.
    unsafeBitCast(results.list.objects, to: [Object].self)
  }

  /// The sections in order.
  ///
  /// Without a section key path, the list has a single section with all objects.
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

  /// Returns the position of the first section with an index title, or `nil` if the title is unknown.
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

  /// Returns the position of an object, or `nil` if the object is not in the list.
  ///
  /// - Complexity: O(log *n*) in the number of objects, plus O(*n*) in the number of sections.
  public func position(of object: Object) -> ResultPosition? {
    results.list.index(of: object._object).map(results.list.sections.position(of:))
  }

  // MARK: Changes

  /// Updates the list, and returns the steps that change the previous list into the new one.
  ///
  /// The new list reflects all changes of its context, including unsaved changes. If
  /// ``ManagedObjectContext/mergesChangesAutomatically`` is `true`, the context first merges the saves of other
  /// contexts. If the context is a child, the list also reflects the changes of the parent context.
  ///
  /// - Throws: The error of the store, if the request has to run again and fails. In this case, the list stays
  ///   unchanged until the next call.
  /// - Complexity: O(log *n*) for each changed object, plus the time to move the elements after it in memory.
  @discardableResult public func update() throws -> [ResultStep] { try results.update() }

  /// An asynchronous sequence of all future updates of the list. Each element contains the steps of one update.
  ///
  /// As long as you keep the sequence, the list updates itself whenever its context or a parent context processes
  /// changes. Each access to this property creates a new sequence, which you can read in another task. The sequence
  /// ends when the list is released.
  ///
  /// If you do not read the sequence for a long time, the oldest updates are combined into one, which leads to the same
  /// list. The sequence therefore keeps at most 2,000 updates, however many you have not read.
  public var updates: AsyncStream<[ResultStep]> { results.updates }

  /// A sequence of the errors of automatic updates from now on.
  ///
  /// After an error, the list stays unchanged, and the next change updates it again. If you do not read this sequence,
  /// the next call that can throw, such as a fetch or a save, throws the error.
  public var updateErrors: AsyncStream<any Error> { results.updateErrors }
}

extension FetchedResults where Object == ManagedObject {
  /// Creates a list of objects of any class.
  ///
  /// The list fetches its objects at once, and follows the changes of the context as long as it exists.
  ///
  /// To divide the list into sections, pass a key path such as `author.name`. Objects with the same value form a
  /// section, and the sections are sorted by this value in ascending order. For the descending order, make this value
  /// the first order of the request.
  ///
  /// - Throws: ``FetchRequestError`` with every issue of the request. The initializer also throws any error of the
  ///   store.
  public convenience init(
    _ request: FetchRequest, in context: ManagedObjectContext, sectionedBy keyPath: String? = nil
  ) throws {
    try self.init(request, as: ManagedObject.self, in: context, sectionedBy: keyPath)
  }
}

extension FetchedResults {
  /// Creates a list of typed views.
  ///
  /// ```swift
  /// let works = try FetchedResults(
  ///   FetchRequest(Work.self, orderedBy: \.title), as: Work.self, in: context)
  /// ```
  /// - Throws: ``FetchRequestError`` if the request has issues. Any error of the store.
  public convenience init<Type: EntityType>(
    _ request: FetchRequest, as type: Type.Type, in context: ManagedObjectContext,
    sectionedBy keyPath: String? = nil
  ) throws where Object == Managed<Type> {
    try self.init(request, as: Managed<Type>.self, in: context, sectionedBy: keyPath)
  }

  /// Creates a list of typed views with sections by a property, as in `sectionedBy: \.writer.name`.
  ///
  /// - Throws: ``FetchRequestError`` if the request has issues. Any error of the store.
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
    try self.init(request, as: type, in: context, sectionedBy: path.dotted)
  }
}
