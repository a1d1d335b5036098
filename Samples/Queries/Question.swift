import Armature

/// A question about the shop in three notations: typed members, dynamic members, and text.
struct Question {
  let words: String
  let requests: [FetchRequest]
  /// Returns the results of a request, each as a line.
  let answers: (FetchRequest, ManagedObjectContext) throws -> [String]

  /// Creates a question about objects. Its results are the values at some key paths.
  init<Type: EntityType>(
    _ words: String, about type: Type.Type, showing keyPaths: String...,
    orderedBy orders: [FetchOrder], typed: (Query<Type>) -> FetchPredicate,
    dynamic: (DynamicQuery) -> FetchPredicate, text: FetchPredicate
  ) {
    self.init(words, typed, dynamic, text, orders) { request, context in
      try context.fetch(request).map { object in
        try keyPaths.map { Self.shown(try object.value(forKeyPath: $0)) }.joined(separator: " ")
      }
    }
  }

  /// Creates a question about computed rows.
  init<Type: EntityType>(
    _ words: String, about type: Type.Type, rows columns: [FetchColumn],
    having: @escaping (DynamicQuery) -> FetchPredicate, orderedBy orders: [FetchOrder],
    typed: (Query<Type>) -> FetchPredicate, dynamic: (DynamicQuery) -> FetchPredicate,
    text: FetchPredicate
  ) {
    self.init(words, typed, dynamic, text) { request, context in
      try context.fetch(
        FetchRowRequest(request, columns, having: having, orderedBy: orders)
      ).map { $0.values.map(Self.shown).joined(separator: " ") }
    }
  }

  private init<Type: EntityType>(
    _ words: String, _ typed: (Query<Type>) -> FetchPredicate,
    _ dynamic: (DynamicQuery) -> FetchPredicate, _ text: FetchPredicate,
    _ orders: [FetchOrder] = [],
    _ answers: @escaping (FetchRequest, ManagedObjectContext) throws -> [String]
  ) {
    self.words = words
    let name = Type.entityName
    requests = [
      FetchRequest(Type.self, orderedBy: { _ in orders }, where: typed),
      FetchRequest(name, orderedBy: orders, where: dynamic),
      FetchRequest(name, where: text, orderedBy: orders),
    ]
    self.answers = answers
  }

  private static func shown(_ value: AttributeValue) -> String {
    if case .string(let text) = value { text } else { "\(value)" }
  }

  /// Prints the question, its conditions and the first answers.
  /// - Returns: True if all notations have the same results.
  /// - Returns: Whether all notations found the same.
  func ask(_ context: ManagedObjectContext) throws -> Bool {
    print("\n\(words)")
    // Notations that produce the same tree are listed together.
    for (index, request) in requests.enumerated()
    where requests.firstIndex(where: { $0.predicate == request.predicate }) == index {
      let same = zip(["typed", "dynamic", "text"], requests)
        .filter { $1.predicate == request.predicate }
      print("  \(same.map(\.0).joined(separator: ", ")): \(request.predicate)")
    }
    let found = try requests.map { try answers($0, context) }
    guard found.allSatisfy({ $0 == found[0] }) else {
      print("  The notations do not agree: \(found)")
      return false
    }
    let more = found[0].count > 4 ? " | …" : ""
    print("  \(found[0].count) by each: \(found[0].prefix(4).joined(separator: " | "))\(more)")
    return true
  }
}
