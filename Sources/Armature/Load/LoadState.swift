import ArmatureModel

/// What the parts of a load share.
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

  /// How severe data is that the model does not know.
  var severityOfUnknown: ValidationRule.Severity { options.mode.severityOfUnknown }

  /// The identity of an object and the attribute that has it; `nil` if it has none.
  func identity(of object: ManagedObject) -> (member: RecordPlan.Member, value: AttributeValue)? {
    guard let member = plans[object].identity else { return nil }
    let value = member.value(of: object)
    return value.isNull ? nil : (member, value)
  }

  /// The place of the value at a key path, or of the nearest value around it, at least the record.
  func place(of keyPath: [String], in record: Int) -> LoadPlace {
    let start = objects[record].place
    return LoadPlace(
      text: start.text, offset: find(keyPath, in: record)?.offset ?? start.offset)
  }

  /// The place of the value at a key path, or of the nearest value around it; `nil` for the record.
  ///
  /// The record must have been read up to there.
  func find(_ keyPath: [String], in record: Int) -> LoadTexts.FoundPlace? {
    guard let name = keyPath.first, let object = objects.object(at: record),
      let member = plans[object].member(named: name)
    else { return nil }
    let start = objects[record].place
    if let header = texts.header(of: start.text) {
      return texts.find(member.columns(around: keyPath), header, inRowAt: start)
    }
    let elements = member.attribute?.type.keys(of: keyPath.dropFirst()) ?? []
    return texts.find([member.key] + elements, inRecordAt: start, depthLimit: options.depthLimit)
  }

  /// The record that gives an object a property: the last of the records about it that has the key.
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

  /// The properties whose data was refused in the records about an object, unless a later record gives
  /// another value.
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

  /// The record with the values on which a rule of its object fails; `nil` if these are not from the data.
  ///
  /// For an object that no record updates, it is the record that made it.
  func record(of failure: ValidationFailure, like record: Int) -> Int? {
    guard let records = objects.recordLists[objects[record].handle] else { return record }
    guard let name = failure.property else { return records.last }
    if let giving = self.record(giving: name, like: record) { return giving }
    // What was wrong before with an object is not the fault of the data.
    return objects[records[0]].marks.contains(.isUpdate) ? nil : records[0]
  }

  /// Finds objects of the load that share unique values with others.
  ///
  /// An object that was there before the load fails only because of values that the data has given it.
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

  /// Whether a failure repeats one about a duplicate identity.
  func isIdentity(_ failure: ValidationFailure, _ object: ManagedObject) -> Bool {
    guard case .rule(.unique(let properties), _, _, _) = failure.kind,
      let identity = plans[object].identity
    else { return false }
    return properties == [identity.name]
  }

  /// The failures of the rules of an object with their places in its record.
  func located(_ failures: [ValidationFailure], in record: Int) -> [LocatedFailure] {
    failures.map {
      LocatedFailure(failure: $0, record: record, place: place(of: $0.keyPath, in: record))
    }
  }
}

extension AttributeType {
  /// The key of an element of a composite, if it differs from the name.
  func keyToName(of path: [String]) -> String? {
    let key = keys(of: path).last
    return key == path.last ? nil : key
  }

  /// The keys that lead to an element of a composite, as far as the names are those of elements.
  func keys(of path: some Sequence<String>) -> [String] {
    var keys: [String] = []
    var type = storage
    for name in path {
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
  /// The properties of the object that the failure is about.
  var properties: [String] {
    if case .rule(.unique(let properties), _, _, _) = kind { return properties }
    return property.map { [$0] } ?? []
  }
}
