import ArmatureModel

/// One pass over the texts of a load: reads records into objects, links them and validates them.
final class LoadRound {
  let state: LoadState
  let reader: RecordReader
  /// The identities of the records left out in earlier rounds.
  private let leftOut: Set<ScopedIdentity>

  /// - Parameters:
  ///   - skipped: The records to skip.
  ///   - leftOut: The identities of their objects.
  init(
    _ context: ManagedObjectContext, _ options: LoadOptions, _ texts: LoadTexts,
    skipping skipped: Set<LoadPlace> = [], leavingOut leftOut: Set<ScopedIdentity> = []
  ) {
    state = LoadState(context, options, texts)
    reader = RecordReader(state, skipping: skipped)
    self.leftOut = leftOut
  }

  /// - Throws: The store's error, or ``ManagedObjectError`` for derived values that never settle; everything is taken
  ///   back then.
  func run() throws {
    state.objects.lookAhead = { [unowned reader] in IdentityScan(reader).identities() }
    DocumentReader(state, reader).read()
    state.objects.lookAhead = nil
    state.objects.endReading()
    if state.options.requiresIdentity { UnidentifiedRecords(state).report() }
    if state.options.onFailure == .keepValid { clearRejected() }
    // Without references and identities, nothing needs resolving and nothing can be a duplicate.
    if !reader.links.isEmpty || state.plans.hasIdentities {
      var resolver = LinkResolver(state, reader.links, leftOut: leftOut)
      resolver.resolve()
    }
    if state.options.validates {
      try state.objects.derive()
      RecordValidator(state).validate()
    } else if state.options.isStored {
      try state.objects.derive()
      RecordValidator(state).validateUniqueness()
    }
    try state.objects.checkStore()
  }

  /// Clears rejected values, so that no default replaces data.
  private func clearRejected() {
    for (record, names) in state.failures.refused {
      // The rejected value of an update has never reached the object.
      guard !state.objects[record].marks.contains(.isUpdate),
        let object = state.objects.object(at: record)
      else { continue }
      for member in state.plans[object].members
      where member.attribute != nil && member.isReadable && names.contains(member.name)
        && !isOvertaken(member, record)
      {
        member.clear(in: object)
      }
    }
  }

  /// Returns whether a later record of the same object has another value.
  private func isOvertaken(_ member: RecordPlan.Member, _ record: Int) -> Bool {
    state.objects[record].marks.contains(.isOvertaken)
      && state.record(giving: member.name, like: record) != record
  }

  // MARK: Report

  /// Returns all failures with their positions, in the order of the texts.
  func report() -> ValidationReport {
    locateOthers()
    let list = state.failures.list
    let order = list.indices.sorted { (list[$0].place, $0) < (list[$1].place, $1) }
    var report = ValidationReport()
    var rest = order[...]
    while let first = rest.first {
      let text = list[first].place.text
      let inText = rest.prefix { list[$0].place.text == text }
      rest = rest.dropFirst(inText.count)
      let layout = state.texts.inputs[text].layout
      // The cells of a table have no paths.
      let isTable = if case .csv = layout { true } else { false }
      let paths = JSONPaths(
        state.texts[text], isLines: layout == .lines,
        offsets: isTable ? [] : inText.map { list[$0].place.offset },
        depthLimit: state.options.depthLimit)
      for position in inText {
        let located = list[position]
        var failure = located.failure
        failure.source = state.texts.position(
          of: located.place, path: paths[located.place.offset])
        // At the end, since the identity of a record may come after its failure.
        if let record = located.record {
          let object = state.objects.object(at: record)
          failure.label = object?.label
          // The ID of a draft is meaningless.
          failure.objectID = object?.objectID ?? failure.objectID
        }
        report.append(failure)
      }
    }
    if let surplus = state.failures.surplus {
      report.append(
        ValidationFailure(
          entity: "",
          .unlisted(listed: list.count, more: surplus.count, isReadable: surplus.isReadable),
          severity: surplus.severity, source: state.texts.position(of: surplus.place)))
    }
    report.shareTopics()
    return report
  }

  /// Returns the report of the round, with failures found later added at their positions.
  func located(_ found: ValidationReport) -> ValidationReport {
    var others = ValidationReport()
    for failure in found {
      guard let object = failure.objectID.flatMap(state.objects.object(withID:)),
        let record = state.objects.position(of: object)
      else {
        others.append(failure)
        continue
      }
      let own = state.record(of: failure, like: record) ?? record
      for located in state.located([failure], in: own) { state.failures.add(located) }
    }
    return report().merging(others)
  }

  /// Adds the positions of the other objects of conflicts, while their records are known.
  func locateOthers() { state.failures.update { $0.kind = located($0.kind) } }

  private func located(_ kind: ValidationFailure.Kind) -> ValidationFailure.Kind {
    switch kind {
    case .duplicateIdentity(let other): .duplicateIdentity(of: located(other))
    case .contradictoryReference(let object, let ends):
      .contradictoryReference(of: located(object), to: ends.map(located))
    case .rule(let requirement, let actual, let details, let others):
      .rule(
        requirement, actual: actual, details: details.map(named), others: others.map(located))
    default: kind
    }
  }

  /// Returns the detail with an object's identity in place of its ID, which is meaningless once the object is taken
  /// back.
  private func named(_ detail: ValidationFailure.Detail) -> ValidationFailure.Detail {
    guard case .object(let id) = detail.value, let object = state.objects.object(withID: id),
      let (_, value) = state.identity(of: object)
    else { return detail }
    return ValidationFailure.Detail(detail.name, value)
  }

  private func located(_ object: ValidationFailure.Object) -> ValidationFailure.Object {
    guard let found = object.id.flatMap(state.objects.object(withID:)),
      let record = state.objects.position(of: found)
    else { return object }
    var object = object
    object.source = state.texts.position(of: state.objects[record].place)
    return object
  }
}
