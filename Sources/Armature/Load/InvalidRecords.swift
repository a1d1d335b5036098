import ArmatureModel

/// Finds the records of a round whose objects are invalid, or require an object that is.
struct InvalidRecords {
  private let state: LoadState
  private let links: PendingLinks

  init(_ round: LoadRound) {
    state = round.state
    links = round.reader.links
  }

  /// The records to leave out, in their order.
  func find() -> [Int] {
    let (objects, failures) = (state.objects, state.failures)
    var rejected = failures.surplus?.rejected ?? RejectedRecords(state.plans.model)
    for record in objects.indices where objects[record].marks.contains(.isRejected) {
      rejected.insert(record)
    }
    for located in failures.list { rejected.add(located) }
    // An update is made as a whole, or not at all.
    for record in rejected.refused where objects[record].marks.contains(.isUpdate) {
      rejected.insert(record)
    }
    if state.options.validates {
      var uniqueness = state.uniqueness
      for record in failures.refused.keys.sorted() where !rejected.byThemselves.contains(record) {
        guard let object = objects.object(at: record) else { continue }
        // The refused values are absent now: is the object valid without them? Of links that contradict
        // each other the first has stayed.
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
    // A later round reports failures that depend on other records again, if they are still there.
    failures.removeAll { $0.failure.severity == .error && rejected.mayPass($0) }
    var all = rejected.all
    if rejected.byThemselves.isEmpty { keepOnlyCycles(&all) }
    rejectDependants(&all)
    return all.filter { objects.object(at: $0) != nil }.sorted()
  }

  /// Rejects the cycles alone, if there are any: what refers to them may be valid once they are gone.
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

  /// Rejects the records inside of rejected ones, and those whose objects lose objects that they require;
  /// then the records that depend on these, and so on.
  ///
  /// Later rounds would find them too, but only one link of a chain per round.
  private func rejectDependants(_ rejected: inout Set<Int>) {
    if rejected.isEmpty { return }
    let nested = nestedRecords
    let needs = state.options.validates ? needs : [:]
    var losses: [Loss: Int] = [:]
    var around: [Int: Int] = [:]
    // For each record that is rejected with the one around it, the outermost record that takes it along.
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
        // An owner that is rejected itself does not lack the records inside of it.
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

  /// Reports how many records are left out with those around them, but for records with failures of their own.
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

  /// The first record about an object whose records are all rejected; `nil` if one of them is not, or if
  /// the object was there before the load.
  private func lost(with record: Int, _ rejected: Set<Int>) -> Int? {
    let records = state.objects.records(like: record)
    guard let first = records.first, !state.objects[first].marks.contains(.isUpdate),
      records.allSatisfy(rejected.contains)
    else { return nil }
    return first
  }

  /// The records that stand inside of others, by the record around them.
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
    /// How many objects it leads to.
    let count: Int

    /// How many it must lead to.
    var minimum: Int { relationship.fewest }
  }

  private struct Loss: Hashable {
    let owner: Int
    let relationship: String
  }

  /// Says that a required relationship leads to objects that are left out.
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
