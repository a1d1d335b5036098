import Armature

extension StoreProbe {
  /// Plays random transactions, some of which must be refused.
  ///
  /// - Returns: Whether all did what they must.
  @discardableResult func checkTransactions(seed: UInt64, count: Int) -> Bool {
    var edits = RandomEdits(seed: seed)
    var former: [PlainRows] = []
    for number in 1...max(1, count) {
      let before = rows
      let isRight: Bool
      if number > 10, edits.oneIn(6), let stale = former.randomElement(&edits) {
        isRight = refuseStale(stale, number, seed, &edits)
      } else if number > 10, edits.oneIn(8) {
        isRight = refuseTwice(number, seed, &edits)
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

  /// A request whose condition and order are about what random edits change.
  private func checkRandomRequest(_ edits: inout RandomEdits) -> Bool {
    let bound = SampleValues.all[2].values[edits.below(SampleValues.all[2].values.count)]
    let limit = edits.oneIn(2) ? nil : edits.below(6)
    let offset = edits.below(3)
    let request = FetchRequest(
      "Being", where: .comparison(.keyPath(["rank"]), .greaterOrEqual, .constant(bound)),
      orderedBy: [.descending("rank"), .ascending("name")], limit: limit, offset: offset)
    let sorted = rows.keys(ofKind: "Being").filter { key in
      guard let rank = rows.objects[key]?.values["rank"] else { return false }
      return rank.compare(bound) != .ascending
    }.sorted { left, right in
      let (left, right) = (PlainItem(rows, left), PlainItem(rows, right))
      switch left.value("rank").compare(right.value("rank")) {
      case .ascending: return false
      case .descending: return true
      case .same, nil: return left.value("name").compare(right.value("name")) == .ascending
      }
    }
    let count = findings.count
    check(request, Array(sorted.dropFirst(offset).prefix(limit ?? .max)))
    return findings.count == count
  }

  /// Sets a value of a row that has changed since.
  private func refuseStale(
    _ read: PlainRows, _ number: Int, _ seed: UInt64, _ edits: inout RandomEdits
  ) -> Bool {
    let changed = read.objects.keys.sorted().filter { key in
      read.objects[key]?.version != rows.objects[key]?.version && key != 0
        && read.objects[key]?.version != 0
    }
    guard !changed.isEmpty else { return takeRandom(number, seed, &edits) }
    let key = changed[edits.below(changed.count)]
    var next = read
    // What comes with it must not be saved, either.
    if let tag = edits.key(in: rows, ofKind: "Tag"), read.objects[tag] == rows.objects[tag],
      tag != key
    {
      next.set(tag, "name", edits.name())
    }
    let name = read.entity(of: key)?.attributes.first?.name ?? ""
    next.set(key, name, edits.name())
    let action = "Seed \(seed), transaction \(number): \(read.id(key)) changes, as it once was."
    let former = findings.count
    guard let error = refuse(.conflict, action, next.transaction(since: read)) else { return false }
    expect(.conflict, action, [key]) { (error as? StoreConflicts)?.conflicts.map(\.id.key) ?? [] }
    return findings.count == former
  }

  /// Gives a row the name of another.
  private func refuseTwice(_ number: Int, _ seed: UInt64, _ edits: inout RandomEdits) -> Bool {
    let tags = rows.keys(of: "Tag")
    guard tags.count > 1 else { return takeRandom(number, seed, &edits) }
    let first = edits.below(tags.count)
    let second = (first + 1 + edits.below(tags.count - 1)) % tags.count
    var next = rows
    next.set(tags[first], "name", rows.objects[tags[second]]?.values["name"] ?? .null)
    _ = edits.edit(&next) { _ in key() }
    // The edit may have taken it back.
    guard let name = next.objects[tags[first]]?.values["name"],
      next.objects[tags[second]]?.values["name"] == name
    else { return true }
    let action = "Seed \(seed), transaction \(number): two tags get the name \(name)."
    let former = findings.count
    let error = refuse(.uniqueness, action, next.transaction(since: rows))
    if let error, !(error is ValidationReport) {
      note(.uniqueness, action, must: "it throws a ValidationReport", is: "it throws \(error)")
    }
    return findings.count == former
  }
}

extension [PlainRows] {
  fileprivate func randomElement(_ edits: inout RandomEdits) -> PlainRows? {
    isEmpty ? nil : self[edits.below(count)]
  }
}
