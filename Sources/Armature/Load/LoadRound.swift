import ArmatureModel

/// One pass over the texts of a load: reads their records into objects, links and validates them.
final class LoadRound {
  let state: LoadState
  let reader: RecordReader
  /// The identities of the records that earlier rounds have left out.
  private let leftOut: Set<ScopedIdentity>

  /// - Parameters:
  ///   - skipped: The records that are not to be read.
  ///   - leftOut: The identities of their objects.
  init(
    _ context: ManagedObjectContext, _ options: LoadOptions, _ texts: LoadTexts,
    skipping skipped: Set<LoadPlace> = [], leavingOut leftOut: Set<ScopedIdentity> = []
  ) {
    state = LoadState(context, options, texts)
    reader = RecordReader(state, skipping: skipped)
    self.leftOut = leftOut
  }

  /// - Throws: An error of the store, or ``ManagedObjectError`` for derived values that never come to
  ///   rest; everything is taken back then.
  func run() throws {
    state.objects.lookAhead = { [unowned reader] in IdentityScan(reader).identities() }
    DocumentReader(state, reader).read()
    state.objects.lookAhead = nil
    state.objects.endReading()
    if state.options.requiresIdentity { UnidentifiedRecords(state).report() }
    if state.options.onFailure == .keepValid { clearRefused() }
    // Without references and identities there is nothing to resolve, and nothing that must differ.
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

  /// Clears refused values, so that no default takes the place of data.
  private func clearRefused() {
    for (record, names) in state.failures.refused {
      // A value that an update was refused has never reached the object.
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

  /// Whether a later record about the same object has given another value.
  private func isOvertaken(_ member: RecordPlan.Member, _ record: Int) -> Bool {
    state.objects[record].marks.contains(.isOvertaken)
      && state.record(giving: member.name, like: record) != record
  }

  // MARK: Report

  /// All failures with their positions, in the order of the texts.
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
        // Only now, since the identity of a record may stand behind the mistake in the text.
        if let record = located.record {
          let object = state.objects.object(at: record)
          failure.label = object?.label
          // The ID of a draft means nothing.
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

  /// What was found later to be wrong with the objects, with its places, beside the failures of the round.
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

  /// Gives the other objects of conflicts their places, while their records are known.
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

  /// The detail with an object's identity in place of its ID, which means nothing once it is taken back.
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
