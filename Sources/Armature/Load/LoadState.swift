import ArmatureModel

/// The shared state of a load's parts.
final class LoadState {
  let options: LoadOptions
  let texts: LoadTexts
  let plans: RecordPlans
  let objects: LoadedObjects
  let failures: FailureCollector

  init(_ context: ManagedObjectContext, _ options: LoadOptions, _ texts: LoadTexts) {
    self.options = options
    self.texts = texts
    plans = RecordPlans(context, options)
    objects = LoadedObjects(context, updates: options.onDuplicate == .update)
    failures = FailureCollector(context.model, limit: options.failureLimit)
  }

  /// The severity of unknown keys and entities.
  var severityOfUnknown: ValidationRule.Severity { options.mode.severityOfUnknown }

  /// Returns the identity of an object and its attribute; `nil` if it has none.
  func identity(of object: ManagedObject) -> (member: RecordPlan.Member, value: AttributeValue)? {
    guard let member = plans[object].identity else { return nil }
    let value = member.value(of: object)
    return value.isNull ? nil : (member, value)
  }

  /// Returns the place of the value at a key path. If it is missing, the place is that of the nearest enclosing
  /// value, at least the record.
  func place(of keyPath: [String], in record: Int) -> LoadPlace {
    let start = objects[record].place
    return LoadPlace(
      text: start.text, offset: find(keyPath, in: record)?.offset ?? start.offset)
  }

  /// Returns the place of the value at a key path, or of the nearest enclosing value; `nil` for the record.
  ///
  /// The record must have been read up to there.
  func find(_ keyPath: [String], in record: Int) -> LoadTexts.FoundPlace? {
    guard let first = keyPath.first, let object = objects.object(at: record) else { return nil }
    let name = PathElement(first).name
    guard let member = plans[object].member(named: name) else { return nil }
    let rest = keyPath.dropFirst()
    let start = objects[record].place
    if let header = texts.header(of: start.text) {
      return texts.find(member.columns(around: [name] + rest), header, inRowAt: start)
    }
    let elements = member.attribute?.type.keys(of: rest) ?? []
    if let kept = plans[object].kept, plans[object].members[kept] === member {
      // The parts are members of the record itself.
      return texts.find(elements, inRecordAt: start, depthLimit: options.depthLimit)
    }
    return texts.find(
      [member.key + first.dropFirst(name.count)] + elements, inRecordAt: start,
      depthLimit: options.depthLimit)
  }

  /// Returns the last record of an object that has the key of a property.
  func record(giving name: String, like record: Int) -> Int? {
    objects.records(like: record).last { gives(name, in: $0) }
  }

  private func gives(_ name: String, in record: Int) -> Bool {
    guard let found = find([name], in: record) else { return false }
    guard found.content == .emptyCell else { return found.content == .value }
    guard case .csv(let format) = texts.inputs[objects[record].place.text].layout,
      let member = objects.object(at: record).flatMap({ plans[$0].member(named: name) })
    else { return false }
    return format.emptyCells.isValue(isText: member.kind == .string)
  }

  /// Returns the properties with rejected data in the records of an object, unless a later record has another value.
  func refused(like record: Int) -> Set<String> {
    let records = objects.records(like: record)
    if records.count == 1 { return failures.refused[record] ?? [] }
    return records.reduce(into: []) { names, record in
      for name in failures.refused[record] ?? []
      where self.record(giving: name, like: record) == record {
        names.insert(name)
      }
    }
  }

  /// Returns the record with the values that fail a rule of its object; `nil` if these are not from the data.
  ///
  /// For an object that no record updates, it is the record that created it.
  func record(of failure: ValidationFailure, like record: Int) -> Int? {
    guard let records = objects.objectRecords[objects[record].handle] else { return record }
    guard let name = failure.property else { return records.last }
    if let giving = self.record(giving: name, like: record) { return giving }
    // The data is not responsible for earlier failures of an object.
    return objects[records[0]].marks.contains(.isUpdate) ? nil : records[0]
  }

  /// Finds objects of the load that share unique values with others.
  ///
  /// An object that existed before the load fails only because of values from the data.
  var uniqueness: UniquenessValidator {
    objects.uniqueness { [self] object, constraint in
      guard let position = objects.position(of: object), objects[position].marks.contains(.isUpdate)
      else { return true }
      return constraint.properties.contains { name in
        guard let member = plans[object].member(named: name) else { return false }
        return record(giving: name, like: position) != nil
          || member.relationship != nil && object.changedValues[name] != nil
      }
    }
  }

  /// Returns whether a failure repeats one about a duplicate identity.
  func isIdentity(_ failure: ValidationFailure, _ object: ManagedObject) -> Bool {
    guard case .rule(.unique(let properties), _, _, _) = failure.kind,
      let identity = plans[object].identity
    else { return false }
    return properties == [identity.name]
  }

  /// Returns the failures of an object's rules with their places in its record.
  func located(_ failures: [ValidationFailure], in record: Int) -> [LocatedFailure] {
    failures.map {
      LocatedFailure(failure: $0, record: record, place: place(of: $0.keyPath, in: record))
    }
  }
}

extension AttributeType {
  /// Returns the key of a composite's element, if it differs from the name.
  func keyToName(of path: [String]) -> String? {
    let key = keys(of: path).last
    return key == path.last ? nil : key
  }

  /// Returns the keys that lead to a composite's element, up to the first unknown name.
  func keys(of path: some Sequence<String>) -> [String] {
    var keys: [String] = []
    var type = storage
    for (position, name) in path.enumerated() {
      // The parts of a JSON value have their keys as names.
      if case .json = type { return keys + path.dropFirst(position) }
      guard case .composite(let elements) = type,
        let element = elements.element(named: name)
      else { break }
      keys.append(element.key ?? element.name)
      type = element.type.storage
    }
    return keys
  }
}

extension ValidationFailure {
  /// The properties of the failure.
  var properties: [String] {
    if case .rule(.unique(let properties), _, _, _) = kind { return properties }
    return property.map { [$0] } ?? []
  }
}
