import ArmatureModel

/// Finds the records of a round with invalid objects, or with objects that require an invalid one.
struct InvalidRecords {
  private let state: LoadState
  private let links: PendingLinks

  init(_ round: LoadRound) {
    state = round.state
    links = round.reader.links
  }

  /// Returns the records to leave out, in order.
  func find() -> [Int] {
    let (objects, failures) = (state.objects, state.failures)
    var rejected = failures.surplus?.rejected ?? RejectedRecords(state.plans.model)
    for record in objects.indices where objects[record].marks.contains(.isRejected) {
      rejected.insert(record)
    }
    for located in failures.list { rejected.add(located) }
    // A failure rejects an update as a whole, so that it is never applied in part.
    for record in rejected.refused where objects[record].marks.contains(.isUpdate) {
      rejected.insert(record)
    }
    if state.options.validates {
      var uniqueness = state.uniqueness
      for record in failures.refused.keys.sorted() where !rejected.byThemselves.contains(record) {
        guard let object = objects.object(at: record) else { continue }
        // The rejected values are missing now, so the object may be invalid without them. Of contradictory links, the
        // first stays.
        let names = failures.refused[record] ?? []
        let unique = uniqueness.failures(of: object).filter {
          !state.isIdentity($0, object) && !names.isDisjoint(with: $0.properties)
        }
        let errors = state.located(
          (ObjectValidator(object).failures() + unique).filter { $0.severity == .error }, in: record
        )
        for located in errors { rejected.add(located) }
        if !rejected.reported.contains(record) { for located in errors { failures.add(located) } }
      }
    }
    // A later round reports failures again that depend on other records, if they still exist.
    failures.removeAll { $0.failure.severity == .error && rejected.mayPass($0) }
    var all = rejected.all
    if rejected.byThemselves.isEmpty { keepOnlyCycles(&all) }
    rejectDependants(&all)
    return all.filter { objects.object(at: $0) != nil }.sorted()
  }

  /// Reduces the rejected records to the ones in cycles, if any. Records that refer to them may be valid without them.
  private func keepOnlyCycles(_ rejected: inout Set<Int>) {
    var targets: [Int: [Int]] = [:]
    for link in links.links where rejected.contains(link.owner) {
      guard let owner = state.objects.object(at: link.owner) else { continue }
      let ends = link.member.takeUnretainedValue().ends(of: owner)
      targets[link.owner, default: []] += ends.compactMap(state.objects.position(of:)).filter(
        rejected.contains)
    }
    let cycles = RecordCycles(among: rejected, targets.filter { !$1.isEmpty }).records
    if cycles.isEmpty || cycles.count == rejected.count { return }
    let model = state.plans.model
    let waiting = rejected.subtracting(cycles)
    state.failures.removeAll {
      $0.record.map(waiting.contains) == true && $0.ground(in: model) == .others
    }
    rejected = cycles
  }

  /// Rejects all records that depend on rejected records, directly or through other records.
  ///
  /// A record depends on another one if it is nested in it, or if its object requires the object of the other record.
  /// Later rounds would also find such records, but would need one round for each link in a chain of records.
  private func rejectDependants(_ rejected: inout Set<Int>) {
    if rejected.isEmpty { return }
    let nested = nestedRecords
    let needs = state.options.validates ? needs : [:]
    var losses: [Loss: Int] = [:]
    var around: [Int: Int] = [:]
    // For each record rejected with its enclosing one, the outermost rejected record.
    var outermost: [Int: Int] = [:]
    var lacking: [(need: Need, loss: Loss)] = []
    // In the order of the records: the order of a set differs from run to run.
    var gone = rejected.sorted()
    while let end = gone.popLast() {
      for record in nested[end] ?? [] where rejected.insert(record).inserted {
        gone.append(record)
        around[record] = end
        outermost[record] = outermost[end] ?? end
      }
      guard let first = lost(with: end, rejected) else { continue }
      for need in needs[first] ?? [] {
        // A rejected owner does not lack its own nested records.
        if around[end] == need.owner { continue }
        let loss = Loss(owner: need.owner, relationship: need.member.name)
        losses[loss, default: 0] += 1
        guard need.count - losses[loss, default: 0] < need.minimum,
          rejected.insert(need.owner).inserted
        else { continue }
        gone.append(need.owner)
        lacking.append((need, loss))
      }
    }
    for (need, loss) in lacking { failLacking(need, need.count - losses[loss, default: 0]) }
    failTaking(outermost)
  }

  /// Reports the number of nested records left out with their enclosing ones, except for records with other failures.
  private func failTaking(_ outermost: [Int: Int]) {
    if outermost.isEmpty { return }
    let told = Set(state.failures.list.compactMap(\.record))
    let counts = outermost.reduce(into: [Int: Int]()) { counts, pair in
      if !told.contains(pair.key) { counts[pair.value, default: 0] += 1 }
    }
    for (record, count) in counts.sorted(by: { $0.key < $1.key }) {
      guard let object = state.objects.object(at: record) else { continue }
      state.failures.add(
        .leftOutRecords(count: count), entity: object.runtime.entity.name, record: record,
        object: object, severity: .warning, at: state.objects[record].place)
    }
  }

  /// Returns the first record of an object if all its records are rejected; `nil` otherwise, and for an object that
  /// existed before the load.
  private func lost(with record: Int, _ rejected: Set<Int>) -> Int? {
    let records = state.objects.records(like: record)
    guard let first = records.first, !state.objects[first].marks.contains(.isUpdate),
      records.allSatisfy(rejected.contains)
    else { return nil }
    return first
  }

  /// The nested records, by their enclosing record.
  private var nestedRecords: [Int: [Int]] {
    var nested: [Int: [Int]] = [:]
    for link in links.links {
      for end in links.ends[link.ends] {
        if case .record(let record) = end.target { nested[link.owner, default: []].append(record) }
      }
    }
    return nested
  }

  /// The required relationships, by the records that they lead to.
  private var needs: [Int: [Need]] {
    var needs: [Int: [Need]] = [:]
    for owner in state.objects.indices {
      guard let object = state.objects.object(at: owner) else { continue }
      for member in state.plans[object].members {
        guard let relationship = member.relationship, !relationship.isOptional else { continue }
        let ends = member.ends(of: object)
        let need = Need(
          owner: owner, member: member, relationship: relationship, count: ends.count)
        for end in ends.compactMap(state.objects.position(of:)) {
          needs[end, default: []].append(need)
        }
      }
    }
    return needs
  }

  /// A required relationship of an object.
  private struct Need {
    let owner: Int
    let member: RecordPlan.Member
    let relationship: RelationshipDescription
    /// The number of objects that it leads to.
    let count: Int

    /// The minimum number of objects.
    var minimum: Int { relationship.fewest }
  }

  private struct Loss: Hashable {
    let owner: Int
    let relationship: String
  }

  /// Reports that a required relationship leads to objects left out.
  private func failLacking(_ need: Need, _ left: Int) {
    guard let object = state.objects.object(at: need.owner) else { return }
    let relationship = need.relationship
    var kind = ValidationFailure.Kind.rule(.required)
    var value = AttributeValue.null
    if relationship.isToMany, left > 0 {
      let maximum = relationship.maximumCount
      kind = .rule(
        .count(minimum: need.minimum, maximum: maximum > 0 ? maximum : nil), actual: left)
    } else if let end = need.member.end(of: object), let (_, identity) = state.identity(of: end) {
      kind = .leftOutReference(entity: relationship.destination, identifier: identity)
      value = identity
    }
    state.failures.add(
      kind, entity: object.runtime.entity.name, record: need.owner, object: object,
      keyPath: [need.member.name], value: value,
      at: state.place(of: [need.member.name], in: need.owner))
  }
}
