import ArmatureModel

/// Judging what was loaded, and finding the places of failures.
extension LoadSession {
  /// Checks the rules of the new objects; what data has been refused already is not judged again.
  func validate() {
    let unique =
      context.runtime.uniqueEntities.isEmpty
      ? [:] : UniquenessValidator(context).failures(among: records.compactMap { object(of: $0) })
    for record in records {
      if record.isJudged && unique.isEmpty { continue }
      guard let object = object(of: record) else { continue }
      let id = ObjectIdentifier(object)
      if refused.isEmpty && unique.isEmpty && object.isValid { continue }
      let refused = refused[id] ?? []
      var found = ObjectValidator(object).failures(excluding: refused)
      for failure in unique[id] ?? [] where !isIdentity(failure, record) { found.append(failure) }
      for failure in found {
        failures.append(
          LocatedFailure(
            failure: asMissing(failure, record), text: Int(record.text),
            offset: failure.property.map { offset(of: $0, in: record) } ?? record.offset))
      }
    }
  }

  /// Whether a failure says what a duplicate identity has said already.
  private func isIdentity(_ failure: ValidationFailure, _ record: Record) -> Bool {
    guard case .rule(.unique(let properties), _, _, _) = failure.kind,
      let object = object(of: record), let identity = plan(at: object.runtime.index).identity
    else { return false }
    return properties == [identity.name]
  }

  /// A required property whose key is not there at all is missing data.
  private func asMissing(_ failure: ValidationFailure, _ record: Record) -> ValidationFailure {
    guard case .rule(.required, _, _, _) = failure.kind, let property = failure.property,
      valueOffset(of: property, in: record) == nil
    else { return failure }
    var failure = failure
    failure.kind = .missingValue
    return failure
  }

  /// Where the value of a property stands; the start of the record if it is not there.
  func offset(of property: String, in record: Record) -> Int {
    valueOffset(of: property, in: record) ?? record.offset
  }

  private func valueOffset(of property: String, in record: Record) -> Int? {
    guard let object = object(of: record),
      let key = plan(at: object.runtime.index).members
        .first(where: { $0.slot.name == property })?.key
    else { return nil }
    var cursor = JSONCursor(
      texts[Int(record.text)], at: record.offset, depthLimit: options.depthLimit)
    // The record has been read before, so there is no error in it up to here.
    guard var isMore = try? cursor.enterObject() else { return nil }
    while isMore {
      guard let found = try? cursor.key() else { return nil }
      let isKey = found.bytes.elementsEqual(key.utf8)
      guard (try? cursor.peek()) != nil else { return nil }
      if isKey { return cursor.offset }
      guard (try? cursor.skipValue()) != nil, let more = try? cursor.nextMember() else {
        return nil
      }
      isMore = more
    }
    return nil
  }

  /// All failures with their positions, in the order of the texts.
  func locatedReport() -> ValidationReport {
    let order = failures.indices.sorted { left, right in
      (failures[left].text, failures[left].offset, left)
        < (failures[right].text, failures[right].offset, right)
    }
    var report = ValidationReport()
    for (index, text) in texts.enumerated() {
      let inText = order.filter { failures[$0].text == index }
      if inText.isEmpty { continue }
      let lines = LineIndex(text)
      let paths = JSONPaths(text, offsets: inText.map { failures[$0].offset }, options.depthLimit)
      for position in inText {
        var failure = failures[position].failure
        let place = lines.position(of: failures[position].offset)
        failure.source = InputPosition(
          file: text.name, line: place.line, column: place.column,
          path: paths[failures[position].offset])
        report.append(failure)
      }
    }
    return report
  }
}
