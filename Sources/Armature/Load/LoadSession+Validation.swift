import ArmatureModel

/// Judging what was loaded.
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
      // What such a record lacks may stand behind the place where it is broken.
      if incomplete.contains(id) { continue }
      let refused = refused[id] ?? []
      var found = ObjectValidator(object).failures(excluding: refused)
      for failure in unique[id] ?? []
      where !isIdentity(failure, object) && refused.isDisjoint(with: failure.properties) {
        found.append(failure)
      }
      for failure in found where !mayBeUnread(failure, object) {
        add(
          LocatedFailure(
            failure: asMissing(failure, record), object: object, text: Int(record.text),
            offset: offset(of: failure.keyPath, in: record)))
      }
    }
  }

  /// Whether a failure says what a duplicate identity has said already.
  private func isIdentity(_ failure: ValidationFailure, _ object: ManagedObject) -> Bool {
    guard case .rule(.unique(let properties), _, _, _) = failure.kind,
      let identity = plan(at: object.runtime.index).identity
    else { return false }
    return properties == [identity.name]
  }

  /// Whether what a relationship lacks may stand where the data could not be read.
  private func mayBeUnread(_ failure: ValidationFailure, _ object: ManagedObject) -> Bool {
    guard hasSyntaxError && options.onFailure == .keepNothing, let property = failure.property,
      object.runtime.slot(named: property)?.property.asRelationship != nil
    else { return false }
    switch failure.kind {
    case .rule(.required, _, _, _): return true
    case .rule(.count(let minimum, _), let actual, _, _): return actual ?? 0 < minimum
    default: return false
    }
  }

  /// A required property whose key is not there at all is missing data.
  private func asMissing(_ failure: ValidationFailure, _ record: Record) -> ValidationFailure {
    guard case .rule(.required, _, _, _) = failure.kind,
      place(of: failure.keyPath, in: record)?.isExact == false
    else { return failure }
    var failure = failure
    failure.kind = .missingValue
    return failure
  }

  /// Where the value at a key path stands, or else what lies around it; at least the record.
  func offset(of keyPath: [String], in record: Record) -> Int {
    place(of: keyPath, in: record)?.offset ?? record.offset
  }

  /// Where the value at a key path stands, or what lies around it; `nil` if that is the record.
  ///
  /// The record must have been read up to there.
  func place(of keyPath: [String], in record: Record) -> (offset: Int, isExact: Bool)? {
    guard let name = keyPath.first, let object = object(of: record),
      let member = plan(at: object.runtime.index).members.first(where: { $0.name == name })
    else { return nil }
    let elements = member.attribute?.type.keys(of: keyPath.dropFirst()) ?? []
    return texts[Int(record.text)].text.place(
      of: [member.key] + elements, from: record.offset, depthLimit: options.depthLimit)
  }
}

extension ValidationFailure {
  /// The properties of the object that the failure is about.
  fileprivate var properties: [String] {
    if case .rule(.unique(let properties), _, _, _) = kind { return properties }
    return property.map { [$0] } ?? []
  }
}
