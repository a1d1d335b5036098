package import Armature

/// The same random changes in several contexts, which must find the same objects for each search.
package final class SearchHistory<Random: RandomNumberGenerator> {
  package private(set) var random: Random
  /// Lists of contexts. Those of one list must find the same.
  private let contexts: [[ManagedObjectContext]]

  /// A request that differs.
  package struct Difference: CustomStringConvertible {
    package let description: String
  }

  /// Creates a history of two contexts of each container.
  package convenience init(_ containers: [PersistentContainer], _ random: Random) {
    self.init((0..<2).map { _ in containers.map { $0.makeContext() } }, random)
  }

  package init(_ contexts: [[ManagedObjectContext]], _ random: Random) {
    (self.contexts, self.random) = (contexts, random)
  }

  /// Plays some steps.
  ///
  /// - Parameter check: A closure that is called after each save.
  package func play(_ count: Int, afterSave check: () throws -> Void) throws -> Difference? {
    for step in 0..<count {
      let pair = contexts[Int.random(in: 0..<contexts.count, using: &random)]
      try change(pair)
      if step % 4 == 3 {
        for context in pair { try context.save() }
        for others in contexts { for context in others { try context.refreshAll() } }
        try check()
        if let difference = try compare(pair, isSaved: true) { return difference }
      } else if let difference = try compare(pair, isSaved: false) {
        return difference
      }
    }
    return nil
  }

  private func change(_ pair: [ManagedObjectContext]) throws {
    let kind = Int.random(in: 0..<12, using: &random)
    let entities = [
      "Country", "Author", "Author", "Note", "Note", "Memo", "Haiku", "Song", "Song", "Ballad",
    ]
    let entity = random.pick(entities)
    let (first, second) = (SearchModel.text(&random), SearchModel.text(&random))
    let (position, other) = (
      Int.random(in: 0..<1000, using: &random), Int.random(in: 0..<1000, using: &random)
    )
    for context in pair {
      func object(_ entity: String, _ position: Int) throws -> ManagedObject? {
        let all = try context.fetch(FetchRequest(entity, orderedBy: []))
        return all.isEmpty ? nil : all[position % all.count]
      }
      func fill(_ object: ManagedObject) throws {
        switch entity {
        case "Haiku": object.text = first ?? ""
        case "Country": object.name = first
        case "Author":
          object.name = first
          object.country = try self.object("Country", other, in: context)
        default:
          object.title = first
          object.body = second
          if object.entity.property(named: "author") == nil { break }
          object.author = try self.object("Author", other, in: context)
        }
      }
      switch kind {
      case 0..<6: try fill(context.insert(entity))
      case 6..<10: if let found = try object(entity, position) { try fill(found) }
      default: if let found = try object(entity, position) { try context.delete(found) }
      }
    }
  }

  private func object(
    _ entity: String, _ position: Int, in context: ManagedObjectContext
  ) throws -> ManagedObject? {
    let all = try context.fetch(entity)
    // Sometimes none.
    return all.isEmpty || position % 7 == 0 ? nil : all[position % all.count]
  }

  private func compare(_ pair: [ManagedObjectContext], isSaved: Bool) throws -> Difference? {
    for _ in 0..<3 {
      let query = SearchModel.query(&random)
      let entity = random.pick(["Note", "Note", "Memo", "Haiku", "Song", "Song", "Ballad"])
      var requests = [FetchRequest(entity) { $0.matches(query) }]
      requests.append(FetchRequest(entity, orderedBy: [.relevance]) { $0.matches(query) })
      requests.append(
        FetchRequest(entity, orderedBy: [.relevance], limit: 2, offset: 1) { $0.matches(query) })
      if entity != "Haiku" {
        requests.append(FetchRequest(entity) { $0.title.search(query) || $0.number > 0 })
        requests.append(
          FetchRequest(entity, orderedBy: [.relevance]) { $0.title.search(query) && $0.number == 0 }
        )
        requests.append(
          FetchRequest("Author") { $0.notes.any { $0.matches(query) } })
      }
      for request in requests {
        let answers = try pair.map { context in
          try context.fetch(request).map(SearchModel.picture)
        }
        if answers[0] != answers[1] {
          return Difference(
            description:
              "\(isSaved ? "saved" : "pending"): \(request.predicate) by \(request.orderedBy) finds"
              + " \(answers[0]) and \(answers[1])")
        }
        let counts = try pair.map { try $0.count(request) }
        if counts[0] != answers[0].count || counts[1] != counts[0] {
          return Difference(
            description: "\(request.predicate): \(answers[0].count) objects, but counts \(counts)")
        }
      }
    }
    return nil
  }
}
