import ArmatureModel

/// Keeping what is valid where other records are not.
extension LoadSession {
  /// Loads in rounds: each leaves out what the one before found invalid, until nothing is.
  ///
  /// A round starts from the texts again. Taking single objects out would have to give back what
  /// they took from others: a to-one link that went to the wrong object, a place in an order. An
  /// object that is invalid beside others waits until those that are so by themselves are gone: it
  /// may be a duplicate of one of them only.
  ///
  /// Data decides how many rounds that takes, as where each object must have a next one. After 32
  /// the load has failed.
  func loadValid(_ sources: [JSONSource]) throws -> LoadResult {
    var session = self
    var laterOptions = options
    laterOptions.progress = nil
    var found = FailureCollection()
    var leftOut: [String: Int] = [:]
    var identities: Set<Identity> = []
    for _ in 1...Self.roundLimit {
      session.run(sources)
      let rejected = session.hasBrokenDocument ? [] : session.rejectedRecords()
      if rejected.isEmpty {
        session.failures += found.missing(in: session.failures)
        // Of the failures that are counted only, most come again in later rounds.
        session.surplus = surplus ?? session.surplus
        let report = session.locatedReport()
        // Where the records of broken JSON end is not known, nor what they were meant to say.
        guard !session.hasBrokenDocument else {
          session.journal.undo()
          throw report
        }
        session.journal.discard()
        return LoadResult(
          context: context, numbers: session.journal.newNumbers, report: report, leftOut: leftOut)
      }
      session.locateOthers()
      found.add(session.failures, rejected: Set(rejected.map(\.object.objectID)))
      var skipped = session.skipped
      for record in rejected {
        skipped.insert(Place(text: Int(record.record.text), offset: record.record.offset))
        leftOut[record.object.runtime.entity.name, default: 0] += 1
        if let identity = session.identity(of: record.object) { identities.insert(identity) }
      }
      session.journal.undo()
      surplus = surplus ?? session.surplus
      session = LoadSession(
        context, laterOptions, texts: texts, skipping: skipped, leavingOut: identities)
    }
    session.failures = found.missing(in: [])
    session.surplus = surplus
    throw session.locatedReport()
  }

  private static let roundLimit = 32

  private func identity(of object: ManagedObject) -> Identity? {
    let plan = plan(at: object.runtime.index)
    guard let value = plan.identity.map({ object.row.value($0) }), !value.isNull else { return nil }
    return Identity(scope: plan.identityScope, value: value)
  }

  /// Whether a reference leads to a record that an earlier round has left out.
  func isLeftOut(_ value: AttributeValue, of entity: String) -> Bool {
    guard !leftOut.isEmpty, let plan = plan(named: entity) else { return false }
    return leftOut.contains(Identity(scope: plan.identityScope, value: value))
  }

  /// A record with its object.
  struct ObjectRecord {
    let object: ManagedObject
    let record: Record
  }

  /// The records whose objects are still there.
  private var objectRecords: [ObjectRecord] {
    records.compactMap { record in
      object(of: record).map { ObjectRecord(object: $0, record: record) }
    }
  }

  /// Makes the values absent that were refused, so that no default stands in for data.
  func clearRefused() {
    if refused.isEmpty { return }
    for record in objectRecords {
      guard let names = refused[ObjectIdentifier(record.object)] else { continue }
      for member in plan(at: record.object.runtime.index).members
      where member.attribute != nil && member.isReadable && names.contains(member.slot.name) {
        record.object.row.clear(member.slot)
      }
    }
  }

  /// The records whose objects are not valid, and those that cannot do without them.
  private func rejectedRecords() -> [ObjectRecord] {
    var verdicts = surplus?.verdicts ?? LoadVerdicts()
    verdicts.own.formUnion(unreadable)
    for located in failures { verdicts.add(located) }
    if options.validates {
      for record in objectRecords where !verdicts.own.contains(ObjectIdentifier(record.object)) {
        guard refused[ObjectIdentifier(record.object)] != nil else { continue }
        // What was refused is judged now: is the object valid without it?
        let errors = ObjectValidator(record.object).failures().filter { $0.severity == .error }
        for located in located(errors, record) { verdicts.add(located) }
        if !verdicts.reported.contains(ObjectIdentifier(record.object)) { add(errors, record) }
      }
    }
    // Only for this round: those of the others come again if they last.
    failures.removeAll { verdicts.mustWait($0) }
    var rejected = verdicts.rejected
    rejectDependants(&rejected)
    return rejected.isEmpty
      ? [] : objectRecords.filter { rejected.contains(ObjectIdentifier($0.object)) }
  }

  private func located(
    _ errors: [ValidationFailure], _ record: ObjectRecord
  ) -> [LocatedFailure] {
    errors.map { failure in
      LocatedFailure(
        failure: failure, object: record.object, text: Int(record.record.text),
        offset: offset(of: failure.keyPath, in: record.record))
    }
  }

  private func add(_ errors: [ValidationFailure], _ record: ObjectRecord) {
    for located in located(errors, record) { add(located) }
  }

  /// Rejects what stands inside of rejected records, and the objects that have too few related ones
  /// left, and those that need them in turn.
  ///
  /// The next round would find the latter too, but only one link of a chain each time.
  private func rejectDependants(_ rejected: inout Set<ObjectIdentifier>) {
    if rejected.isEmpty { return }
    let nested = nestedObjects
    let needs = options.validates ? needs : [:]
    var losses: [Loss: Int] = [:]
    var around: [ObjectIdentifier: ObjectIdentifier] = [:]
    var lacking: [(need: Need, loss: Loss)] = []
    // In the order of the records, since that of a set differs from run to run.
    var gone = objectRecords.map { ObjectIdentifier($0.object) }.filter(rejected.contains)
    while let end = gone.popLast() {
      for object in nested[end] ?? [] where rejected.insert(object).inserted {
        gone.append(object)
        around[object] = end
      }
      for need in needs[end] ?? [] {
        let owner = ObjectIdentifier(need.record.object)
        // What goes because its owner goes is not what the owner lacks.
        if around[end] == owner { continue }
        let loss = Loss(owner: owner, relationship: need.slot.name)
        losses[loss, default: 0] += 1
        guard need.count - losses[loss, default: 0] < need.minimum,
          rejected.insert(owner).inserted
        else { continue }
        gone.append(owner)
        lacking.append((need, loss))
      }
    }
    for (need, loss) in lacking { failLacking(need, need.count - losses[loss, default: 0]) }
  }

  /// The objects whose records stand inside of others, by the object around them.
  private var nestedObjects: [ObjectIdentifier: [ObjectIdentifier]] {
    var nested: [ObjectIdentifier: [ObjectIdentifier]] = [:]
    for link in links {
      for case .object(let object) in link.ends {
        nested[ObjectIdentifier(link.owner), default: []].append(ObjectIdentifier(object))
      }
    }
    return nested
  }

  /// The required relationships, by the objects that they lead to.
  private var needs: [ObjectIdentifier: [Need]] {
    var needs: [ObjectIdentifier: [Need]] = [:]
    for record in objectRecords {
      for slot in record.object.runtime.layout.relationshipSlots {
        guard let relationship = slot.property.asRelationship, !relationship.isOptional else {
          continue
        }
        let ends = record.object.related(slot)
        let need = Need(
          record: record, slot: slot, relationship: relationship, count: ends.count)
        for end in ends { needs[ObjectIdentifier(end), default: []].append(need) }
      }
    }
    return needs
  }

  /// A required relationship of an object.
  private struct Need {
    let record: ObjectRecord
    let slot: RowLayout.Slot
    let relationship: RelationshipDescription
    /// How many objects it leads to.
    let count: Int

    /// How many it must lead to.
    var minimum: Int { max(1, relationship.minimumCount) }
  }

  private struct Loss: Hashable {
    let owner: ObjectIdentifier
    let relationship: String
  }

  /// Says that a required relationship leads to objects that are left out.
  private func failLacking(_ need: Need, _ left: Int) {
    let (object, relationship) = (need.record.object, need.relationship)
    var kind = ValidationFailure.Kind.rule(.required)
    var value = AttributeValue.null
    if relationship.isToMany, left > 0 {
      let maximum = relationship.maximumCount
      kind = .rule(
        .count(minimum: need.minimum, maximum: maximum > 0 ? maximum : nil), actual: left)
    } else if !relationship.isToMany, let end = object.row.object(need.slot),
      let identity = plan(at: end.runtime.index).identity
    {
      value = end.row.value(identity)
      if !value.isNull {
        kind = .leftOutReference(entity: relationship.destination, identifier: value)
      }
    }
    fail(
      kind, entity: object.runtime.entity.name, object: object, keyPath: [need.slot.name],
      value: value, text: Int(need.record.record.text),
      offset: offset(of: [need.slot.name], in: need.record.record))
  }
}

/// The failures of earlier rounds; most of them show up again in the next, and count once.
private struct FailureCollection {
  private struct Key: Hashable {
    let place: LoadSession.Place
    let code: String
    let keyPath: [String]

    init(_ located: LoadSession.LocatedFailure) {
      place = LoadSession.Place(text: located.text, offset: located.offset)
      code = located.failure.code
      keyPath = located.failure.keyPath
    }
  }

  private var failures: [LoadSession.LocatedFailure] = []
  private var keys: Set<Key> = []

  /// Adds all errors, and the warnings about objects that are left out; others are judged again.
  mutating func add(_ found: [LoadSession.LocatedFailure], rejected: Set<ManagedObjectID>) {
    for var located in found {
      let isLeftOut = located.failure.objectID.map(rejected.contains) ?? false
      guard located.failure.severity == .error || isLeftOut else { continue }
      located.failure.objectID = nil
      if keys.insert(Key(located)).inserted { failures.append(located) }
    }
  }

  /// Those that are not among the failures of the last round.
  func missing(in last: [LoadSession.LocatedFailure]) -> [LoadSession.LocatedFailure] {
    let known = Set(last.map(Key.init))
    return failures.filter { !known.contains(Key($0)) }
  }
}
