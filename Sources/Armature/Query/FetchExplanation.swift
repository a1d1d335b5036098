import ArmatureModel

/// An explanation of how a request finds its objects.
///
/// Use an explanation to find out why a request is slow. For example, it tells you whether the request uses an index:
///
/// ```swift
/// let context = ManagedObjectContext(model: model)
/// try context.insert("Book").isbn = "978-0441013593"
/// let request = FetchRequest("Book") { $0.isbn == "978-0441013593" && $0.pages > 100 }
/// let explanation = try context.explain(request)
/// print(explanation)  // Book: looks up the unique isbn, 1 object
/// print(explanation.access == .unique("isbn"))  // true
/// ```
public struct FetchExplanation: Hashable, Sendable {
  /// The name of the entity.
  public let entity: String
  /// The way in which the request finds candidates: the objects on which it tests the condition.
  public let access: Access
  /// The maximum number of objects on which the condition is tested.
  public let candidateCount: Int
  /// The slow parts of the condition as text, in the order of the condition.
  ///
  /// Such a part walks over related objects or several values, and takes about a hundred times as long as a comparison
  /// of a value in the object's own row.
  public let walks: [String]
  /// The parts of the condition that the context tests itself, because the store cannot test them exactly. They are
  /// given as text.
  public let tests: [String]
  /// The sort orders that the context applies itself, as text.
  public let orders: [String]
  /// The notes of the store about its part of the request.
  ///
  /// A database notes its SQL statement and the indexes that it uses. The notes also say why the context must test a
  /// part of the condition itself.
  public let notes: [String]

  /// The ways to find candidates.
  ///
  /// ```swift
  /// let explanation = try context.explain(FetchRequest("Book") { $0.author.name == "Frank Herbert" })
  /// if explanation.access == .allObjects { print("walks over", explanation.candidateCount) }
  /// ```
  public indirect enum Access: Hashable, Sendable {
    /// A scan of all objects of the entity.
    case allObjects
    /// The objects that the condition names by ID.
    case objects
    /// A lookup of a unique property. The property belongs to the objects themselves or is at the end of a path.
    case unique(String)
    /// Ranges of an index over one or more properties, as text. The properties belong to the objects themselves or are
    /// at the end of a path.
    case index(String)
    /// The objects with the words of a search, found by a full-text index over some properties.
    case words(String)
    /// The objects at the start of paths to the objects named by the condition.
    case links(String)
    /// Several accesses, which together find the objects. A condition with `||` can have one access for each side.
    case either([Access])
    /// A walk along the index over a property. The index has the order of the request, so the walk ends when the page
    /// is full.
    case order(String)
    /// The store answers this part of the request. The value is a description by the store.
    case store(String)
  }
}

extension FetchExplanation: CustomStringConvertible {
  /// The explanation as text, with one line for each step: the access, the tests and the sorting.
  public var description: String {
    let objects = "\(candidateCount) object\(candidateCount == 1 ? "" : "s")"
    var lines = ["\(entity): \(access.phrase), \(objects)"]
    lines += tests.map { "tests each of them here: \($0)" }
    lines += walks.map { "walks for each of them: \($0)" }
    if !orders.isEmpty { lines.append("sorts by \(orders.joined(separator: ", "))") }
    return (lines + notes).joined(separator: "\n")
  }
}

extension FetchExplanation.Access {
  fileprivate var phrase: String {
    switch self {
    case .allObjects: "looks at all objects"
    case .objects: "looks at the objects that are named"
    case .unique(let property): "looks up the unique \(property)"
    case .index(let property): "uses the index over \(property)"
    case .words(let properties): "uses the full-text index over \(properties)"
    case .links(let path): "follows the links back along \(path)"
    case .either(let parts):
      parts.isEmpty ? "looks nowhere" : parts.map(\.phrase).joined(separator: ", or ")
    case .order(let property): "reads the index over \(property) up to the end of the page"
    case .store(let part): "asks the store for \(part)"
    }
  }
}

extension FetchRun {
  var explanation: FetchExplanation {
    let walks = walks(request.predicate)
    if let order = indexOrder, let page = pageByIndex(orElse: shortestAccess) {
      let keys = graph.indexes.ordered[order.index].keys[..<order.keyCount]
      return FetchExplanation(
        entity: request.entity, access: .order(keys.text), candidateCount: page.count, walks: walks,
        tests: [],
        orders: order.keyCount == request.orderedBy.count
          ? [] : request.orderedBy.map(\.description),
        notes: [])
    }
    return FetchExplanation(
      entity: request.entity,
      access: shortestAccess.map { $0.access.explanation(in: graph) } ?? .allObjects,
      candidateCount: candidateCount, walks: walks, tests: [],
      orders: request.orderedBy.map(\.description), notes: [])
  }
}

extension FetchRun {
  /// Returns the parts of a condition that need a walk, as text.
  fileprivate func walks(_ predicate: FetchPredicate) -> [String] {
    guard let position = graph.model.index(of: request.entity) else { return [] }
    return CompiledPredicate(
      predicate, graph.runtime(at: position).properties, over: (request.entity, graph.model.tree)
    ).walks
  }
}

extension StoreFetch {
  /// - Throws: Any error of the store.
  func explanation() throws -> FetchExplanation {
    let request = run.request
    let asked = try unsettled() == nil ? request.ofAllObjects : request
    let query = try reader.prepare(asked).query
    let prepared = try PreparedRequest(request, answeredBy: query)
    return FetchExplanation(
      entity: request.entity, access: .store(query.request.words),
      candidateCount: try reader.count(query), walks: run.walks(.and(prepared.rest)),
      tests: prepared.rest.map { "\($0)" },
      orders: prepared.isSortedHere ? request.orderedBy.map(\.description) : [],
      notes: try query.notes())
  }
}

extension FetchAccess {
  /// Returns the explanation of an access for the objects at the end of a path.
  fileprivate func explanation(
    in graph: ObjectGraph, along path: [String] = []
  ) -> FetchExplanation.Access {
    func text(_ property: String) -> String { (path + [property]).joined(separator: ".") }
    let indexes = graph.indexes
    return switch self {
    case .objects: path.isEmpty ? .objects : .links(path.joined(separator: "."))
    case .unique(let index, _): .unique(text(indexes.unique[index].constraint.properties[0]))
    case .ordered(let index, let ranges):
      .index(text(indexes.ordered[index].keys[...(ranges.first?.prefix.count ?? 0)].text))
    case .words(let index, _): .words(indexes.words[index].properties.joined(separator: ", "))
    case .back(let way, let ends): ends.explanation(in: graph, along: path + way.names)
    case .union(let parts): .either(parts.map { $0.explanation(in: graph, along: path) })
    }
  }
}

extension ArraySlice<IndexKey> {
  /// The properties, as text.
  fileprivate var text: String { map(\.property).joined(separator: ", ") }
}
