import Armature

extension StoreProbe {
  private static let taskCount = 8

  /// Checks keys, transactions and requests in several concurrent tasks.
  func checkTasks() async {
    await checkKeysOfTasks()
    let (counter, tag) = (key(), key())
    guard
      step(
        "Rows are inserted.",
        {
          $0.insert(counter, "Author", ["name": "counter", "rank": 0])
          $0.insert(tag, "Tag", ["name": "everywhere"])
        })
    else { return }
    let books = (0..<Self.taskCount).map { _ in keys(20) }
    let work = TaskWork(store: store, rows: rows, counter: counter, tag: tag)
    let failures = await withTaskGroup(of: String?.self) { group in
      for (number, keys) in books.enumerated() {
        group.addTask { work.run(number, keys) }
      }
      return await group.reduce(into: [String]()) { if let failure = $1 { $0.append(failure) } }
    }
    let action =
      "\(Self.taskCount) tasks insert books with a tag each, count together, and look at both."
    if let failure = failures.first {
      note(.tasks, action, must: "all succeed", is: failure)
      return
    }
    for (number, keys) in books.enumerated() {
      for (index, key) in keys.enumerated() {
        rows.insert(key, "Book", ["title": .string("\(number) \(index)")])
        rows.add(key, "tags", tag)
      }
    }
    rows.set(counter, "rank", .int(Int64(books.joined().count)))
    // The store is free to assign versions.
    adoptVersions()
    compare(action, as: .tasks)
  }

  private func checkKeysOfTasks() async {
    let store = store
    let ranges = await withTaskGroup(of: [Range<Int64>].self) { group in
      for task in 0..<Self.taskCount {
        group.addTask {
          (0..<50).compactMap { number in try? store.reserveKeys(1 + (task + number) % 5) }
        }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
    let action = "\(Self.taskCount) tasks reserve keys at once."
    let sorted = ranges.sorted { $0.lowerBound < $1.lowerBound }
    if ranges.count < 50 * Self.taskCount {
      note(.tasks, action, must: "each gets keys", is: "some get none")
    }
    for (one, other) in zip(sorted, sorted.dropFirst()) where one.upperBound > other.lowerBound {
      return note(.keys, action, must: "no key is given twice", is: "\(one) and \(other) are given")
    }
  }
}

/// The work of one of several concurrent tasks.
private struct TaskWork: Sendable {
  let store: any PersistentStore
  let rows: PlainRows
  let counter: Int64
  let tag: Int64

  /// - Returns: A description of the problem, or `nil`.
  func run(_ task: Int, _ keys: [Int64]) -> String? {
    do {
      for (number, key) in keys.enumerated() {
        try insert(key, "\(task) \(number)")
        if let problem = try count() { return problem }
        if let problem = try look(key) { return problem }
      }
      return nil
    } catch {
      return "one throws \(error)"
    }
  }

  /// Inserts a book with a tag that all books share, so other tasks change its list at the same time.
  private func insert(_ key: Int64, _ title: String) throws {
    var next = rows
    next.insert(key, "Book", ["title": .string(title)])
    next.add(key, "tags", tag)
    _ = try store.commit(next.transaction(since: rows))
  }

  /// A limit on the attempts, far above the possible number of conflicts.
  private static let tries = 10_000

  /// Increments a value that other tasks also increment, and retries after each conflict.
  ///
  /// - Returns: A description of the problem if it never succeeds.
  private func count() throws -> String? {
    guard let author = rows.model["Author"],
      let position = author.persistentProperties.firstIndex(where: { $0.name == "rank" })
    else { return nil }
    for _ in 0..<Self.tries {
      guard let row = try store.rows(for: [counter], of: author, in: rows.model).first,
        case .int(let value) = row.values[position]
      else { return "a row that was committed is not there" }
      let change = StoreChange(
        row.id, .update, version: row.version,
        values: [StoreChange.Value(property: position, value: .int(value + 1))])
      do {
        _ = try store.commit(StoreTransaction([change]))
        return nil
      } catch is StoreConflicts {
        continue
      }
    }
    return
      "a change of a row that has just been read is in conflict, \(Self.tries) times in a row: the"
      + " row may have another version than it is read with"
  }

  /// Checks that a transaction is visible as a whole.
  private func look(_ key: Int64) throws -> String? {
    guard let entity = rows.model["Book"], let tags = entity.property(named: "tags")?.asRelationship
    else { return nil }
    guard try !store.rows(for: [key], of: entity, in: rows.model).isEmpty else {
      return "a row that was committed is not there"
    }
    let links = try store.reader().links(for: [key], along: tags, of: entity)
    return links.map { $0.map(\.key) } == [[tag]] ? nil : "the links of a new row are \(links)"
  }
}
