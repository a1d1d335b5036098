import ArmatureModel

/// Telling where everything is that is wrong.
extension LoadSession {
  /// All failures with their positions, in the order of the texts.
  func locatedReport() -> ValidationReport {
    locateOthers()
    let order = failures.indices.sorted { left, right in
      (failures[left].text, failures[left].offset, left)
        < (failures[right].text, failures[right].offset, right)
    }
    var report = ValidationReport()
    var rest = order[...]
    while let first = rest.first {
      let text = failures[first].text
      let inText = rest.prefix { failures[$0].text == text }
      rest = rest.dropFirst(inText.count)
      let paths = JSONPaths(
        texts[text].text, texts[text].layout, offsets: inText.map { failures[$0].offset },
        depthLimit: options.depthLimit)
      for position in inText {
        var failure = failures[position].failure
        let offset = failures[position].offset
        failure.source = self.position(of: offset, text, path: paths[offset])
        // Only now: the identity may stand behind what is wrong.
        failure.label = failures[position].object?.label
        report.append(failure)
      }
    }
    if let surplus { report.append(failure(for: surplus)) }
    report.shareTopics()
    return report
  }

  /// Gives the other objects of conflicts their places, while their records are known.
  func locateOthers() {
    for index in failures.indices {
      failures[index].failure.kind = located(failures[index].failure.kind)
    }
  }

  private func position(of offset: Int, _ text: Int, path: String? = nil) -> InputPosition {
    let lines = lineIndexes[text] ?? LineIndex(texts[text].text)
    lineIndexes[text] = lines
    let place = lines.position(of: offset)
    return InputPosition(
      file: texts[text].text.name, line: place.line, column: place.column, path: path)
  }

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

  /// A value that says which object it is: the number of one that is taken back says nothing.
  private func named(_ detail: ValidationFailure.Detail) -> ValidationFailure.Detail {
    guard case .object(let id) = detail.value, let object = context.registeredObject(for: id),
      let identity = plan(at: object.runtime.index).identity
    else { return detail }
    let value = object.row.value(identity)
    return value.isNull ? detail : ValidationFailure.Detail(detail.name, value)
  }

  private func located(_ object: ValidationFailure.Object) -> ValidationFailure.Object {
    guard let number = object.id?.number, let record = record(ofNumber: number) else {
      return object
    }
    var object = object
    object.source = position(of: record.offset, Int(record.text))
    return object
  }

  /// The record of an object; their numbers rise.
  func record(ofNumber number: Int) -> Record? {
    var range = records.indices
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      if Int(records[middle].number) == number { return records[middle] }
      range =
        Int(records[middle].number) < number
        ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return nil
  }

  private func failure(for others: Surplus) -> ValidationFailure {
    ValidationFailure(
      entity: "", .unlisted(listed: failures.count, more: others.count),
      severity: others.severity, source: position(of: others.offset, others.text))
  }
}
