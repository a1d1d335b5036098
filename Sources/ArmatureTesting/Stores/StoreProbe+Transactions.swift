import Armature

extension StoreProbe {
  /// Commits random transactions. The store must reject some of them.
  ///
  /// - Returns: True if all results are correct.
  @discardableResult func checkTransactions(seed: UInt64, count: Int) -> Bool {
    var edits = RandomEdits(seed: seed, samples)
    var former: [PlainRows] = []
    for number in 1...max(1, count) {
      let before = rows
      let isRight: Bool
      if number > 10, edits.oneIn(6), let stale = edits.element(of: former) {
        isRight = rejectStale(stale, number, seed, &edits)
      } else if number > 10, edits.oneIn(8) {
        isRight = rejectTwice(number, seed, &edits)
      } else {
        isRight = takeRandom(number, seed, &edits)
      }
      guard isRight else { return false }
      former.append(before)
      if former.count > 8 { former.removeFirst() }
    }
    return true
  }

  private func takeRandom(_ number: Int, _ seed: UInt64, _ edits: inout RandomEdits) -> Bool {
    var next = rows
    var steps: [String] = []
    for _ in 0...edits.below(6) { steps.append(edits.edit(&next) { _ in key() }) }
    let action = "Seed \(seed), transaction \(number): \(steps.joined(separator: ", "))."
    return commit(action, next.transaction(since: rows), next) && compare(action)
      && checkRandomRequest(&edits)
  }

  /// Checks a request that depends on randomly edited values.
  private func checkRandomRequest(_ edits: inout RandomEdits) -> Bool {
    let bound = edits.element(of: samples.short["int64"] ?? []) ?? 0
    let limit = edits.oneIn(2) ? nil : edits.below(6)
    let offset = edits.below(3)
    let order = OrderCase.ranks(isAscending: false)
    let request = FetchRequest(
      order.entity, where: .comparison(.keyPath(["rank"]), .greaterOrEqual, .constant(bound)),
      orderedBy: order.orders, limit: limit, offset: offset)
    let kept = rows.keys(ofKind: order.entity).filter { key in
      rows.objects[key]?.values["rank"].map { $0.compare(bound) != .ascending } ?? false
    }
    let count = findings.count
    check(request, order.sorted(kept, rows))
    return findings.count == count
  }

  /// Sets a value of a row that has been changed meanwhile.
  private func rejectStale(
    _ read: PlainRows, _ number: Int, _ seed: UInt64, _ edits: inout RandomEdits
  ) -> Bool {
    let changed = read.objects.keys.sorted().filter { key in
      read.objects[key]?.version != rows.objects[key]?.version && read.objects[key]?.version != 0
    }
    guard let key = edits.element(of: changed) else { return takeRandom(number, seed, &edits) }
    var next = read
    // The other changes of the transaction must not be saved either.
    if let tag = edits.key(in: rows, ofKind: "Tag"), read.objects[tag] == rows.objects[tag],
      tag != key
    {
      next.set(tag, "name", edits.name())
    }
    let name = read.entity(of: key)?.attributes.first?.name ?? ""
    next.set(key, name, edits.name())
    let action = "Seed \(seed), transaction \(number): \(read.id(key)) changes, as it once was."
    let former = findings.count
    guard let error = reject(.conflict, action, next.transaction(since: read)) else { return false }
    expect(.conflict, action, [key]) { (error as? StoreConflicts)?.conflicts.map(\.id.key) ?? [] }
    return findings.count == former
  }

  /// Gives a row the name of another one.
  private func rejectTwice(_ number: Int, _ seed: UInt64, _ edits: inout RandomEdits) -> Bool {
    let tags = rows.keys(of: "Tag")
    guard tags.count > 1 else { return takeRandom(number, seed, &edits) }
    let first = edits.below(tags.count)
    let second = (first + 1 + edits.below(tags.count - 1)) % tags.count
    var next = rows
    next.set(tags[first], "name", rows.objects[tags[second]]?.values["name"] ?? .null)
    _ = edits.edit(&next) { _ in key() }
    // The edit may have reverted the name.
    guard let name = next.objects[tags[first]]?.values["name"],
      next.objects[tags[second]]?.values["name"] == name
    else { return true }
    let action = "Seed \(seed), transaction \(number): two tags get the name \(name)."
    let former = findings.count
    let error = reject(.uniqueness, action, next.transaction(since: rows))
    if let error, !(error is ValidationReport) {
      note(.uniqueness, action, must: "it throws a ValidationReport", is: "it throws \(error)")
    }
    return findings.count == former
  }

  /// Commits random transactions, reopens the store, and continues.
  func checkReopening(
    seed: UInt64, count: Int, _ reopen: (any PersistentStore) throws -> any PersistentStore
  ) {
    for round in 1...3 {
      guard checkTransactions(seed: seed &+ UInt64(round), count: max(12, count / 3)) else {
        return
      }
      let highest = keys(10).max() ?? 0
      let action = "The store is opened again, for the \(round). time."
      do {
        let other = try reopen(store)
        try other.open(model)
        expect(.identifier, action, rows.storeID) { other.identifier }
        replace(by: other)
      } catch {
        return note(.opening, action, must: "it is open", is: "it throws \(error)")
      }
      compare(action, as: .commit)
      let next = key()
      if next <= highest {
        note(.keys, "\(action) A key is reserved.", must: "one above \(highest)", is: "\(next)")
      }
    }
  }
}

extension StoreProbe {
  /// Checks that a deletion does not clear guarded links that were added meanwhile.
  func checkGuardedLinks() {
    let keys = keys(8)
    let (crates, toys) = (Array(keys[..<3]), Array(keys[3...]))
    let inserted = step("Rows are inserted that guarded links are to lead to.") {
      for crate in crates { $0.insert(crate, "Crate") }
      for toy in toys { $0.insert(toy, "Toy") }
      $0.add(toys[4], "labelled", crates[2])
    }
    if !inserted { return }
    let read = rows
    // The other side has no change, so its version stays the same.
    commit("Another commit links a row.") { $0.link(toys[0], "crate", crates[0]) }
    reject(
      "A row is deleted that has a new denying link.", { $0.delete(crates[0]) }, since: read,
      [crates[0]], as: .guarded)
    commit("Another commit adds a row to a list.") { $0.add(toys[1], "labelled", crates[1]) }
    reject(
      "Rows are deleted that have new guarded links, and one without any.",
      {
        $0.delete(crates[0])
        $0.delete(crates[1])
        $0.delete(toys[4])
        $0.delete(crates[2])
      }, since: read, [crates[0], crates[1]], as: .guarded)
    step("A row is deleted together with the rows that lead to it.") {
      $0.delete(toys[1])
      $0.delete(crates[1])
    }
    step("A row is deleted, and the same transaction removes the links to it.") {
      $0.link(toys[0], "crate", crates[2])
      $0.delete(crates[0])
    }
    step("A row is deleted, and the same transaction removes the members of its list.") {
      $0.link(toys[0], "crate", nil)
      $0.unlink(toys[4], "labelled", crates[2])
      $0.delete(crates[2])
    }
  }
}
