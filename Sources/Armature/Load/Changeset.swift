public import ArmatureModel

/// Untrusted values on their way into an object: cast, looked at, then applied or dropped.
///
/// ```swift
/// let changes = Changeset(
///   book, casting: #"{"title": "Dune", "pages": 412}"#, allowing: ["title", "pages"])
/// if changes.isValid { try changes.apply() } else { print(changes.report) }
/// ```
/// Nothing reaches the object before ``apply()``. Dropping the changeset discards it.
public struct Changeset {
  /// The object that the values are for.
  public let object: ManagedObject
  /// The values that could be cast, by property; absent ones are `null`, objects stand as their IDs.
  public private(set) var pending: [String: AttributeValue] = [:]
  /// What is wrong: with the values themselves, and with the object as it would be.
  public private(set) var report = ValidationReport()

  /// Casts values that come with a type, such as those of a form.
  ///
  /// Names that are allowed and that the entity lacks are a programmer error, and trap.
  ///
  /// Values convert where nothing is lost: 3.0 to the integer 3. Text is read as a date, a number, a
  /// UUID and so on, as loading in lenient mode does. A relationship takes the values that identify
  /// objects of the context.
  public init(
    _ object: ManagedObject, casting values: [String: AttributeValue], allowing allowed: [String]
  ) {
    self.object = object
    var failures = CastFailures(object, allowed)
    for (key, value) in values.sorted(by: { $0.key < $1.key }) {
      guard let slot = failures.slot(key, allowed) else { continue }
      cast(value, slot, &failures)
    }
    finish(failures.list)
  }

  /// Casts the members of a JSON object.
  public init(
    _ object: ManagedObject, casting json: String, allowing allowed: [String],
    mode: LoadOptions.Mode = .strict, name: String = ""
  ) {
    self.object = object
    let text = JSONText(json, name: name)
    var failures = CastFailures(object, allowed, text)
    var cursor = JSONCursor(text)
    do throws(JSONSyntaxError) {
      try read(&cursor, ValueReader(isLenient: mode == .lenient), allowed, &failures)
      try cursor.finish()
    } catch {
      failures.add(.syntax(error.message), offset: error.offset)
    }
    finish(failures.list)
  }

  /// Whether the values may be applied: there are warnings at most.
  public var isValid: Bool { report.isValid }

  /// Sets the values.
  ///
  /// - Throws: ``ValidationReport`` if the changeset is not valid. The object is unchanged then.
  public func apply() throws {
    guard isValid else { throw report }
    for (key, value) in pending.sorted(by: { $0.key < $1.key }) {
      try object.setValue(value, forKey: key)
    }
  }

  // MARK: Casting

  private mutating func cast(
    _ value: AttributeValue, _ slot: RowLayout.Slot, _ failures: inout CastFailures
  ) {
    guard let attribute = slot.property.asAttribute else {
      return link(value, slot, offset: nil, &failures)
    }
    var value = value
    if case .string(let text) = value, attribute.type.storage != .string {
      switch ValueReader(isLenient: true).text(text, as: attribute.type) {
      case .value(let read): value = read
      case .failure(let kind, let found): return failures.add(kind, slot.name, found)
      }
    }
    take(value, attribute, offset: nil, &failures)
  }

  /// Judges a value by the type and the rules of its attribute.
  private mutating func take(
    _ value: AttributeValue, _ attribute: AttributeDescription, offset: Int?,
    _ failures: inout CastFailures
  ) {
    let judged = attribute.judge(value)
    for (kind, rule) in judged.kinds {
      failures.add(kind, attribute.name, value, rule: rule, offset: offset)
    }
    if !judged.kinds.contains(where: { $0.1?.severity != .warning }) {
      pending[attribute.name] = judged.value
    }
  }

  private mutating func link(
    _ value: AttributeValue, _ slot: RowLayout.Slot, offset: Int?, _ failures: inout CastFailures
  ) {
    if value.isNull {
      pending[slot.name] = .null
      return
    }
    guard let context = object.context, let relationship = slot.property.asRelationship else {
      return failures.add(.keyNotAllowed, slot.name, value, offset: offset)
    }
    if case .object(let id) = value, context.registeredObject(for: id) != nil {
      pending[slot.name] = value
    } else if let found = context.object(of: relationship.destination, identifiedBy: value) {
      pending[slot.name] =
        relationship.isToMany ? .objects([found.objectID]) : .object(found.objectID)
    } else {
      failures.add(
        .brokenReference(entity: relationship.destination, identifier: value), slot.name, value,
        offset: offset)
    }
  }

  private mutating func read(
    _ cursor: inout JSONCursor, _ reader: ValueReader, _ allowed: [String],
    _ failures: inout CastFailures
  ) throws(JSONSyntaxError) {
    let token = try cursor.peek()
    guard token == .object else {
      failures.add(.wrongStructure(expected: .object, found: token.name), offset: cursor.offset)
      return try cursor.skipValue()
    }
    var seen: Set<String> = []
    var isMore = try cursor.enterObject()
    while isMore {
      cursor.skipWhitespace()
      let keyOffset = cursor.offset
      let key = String(decoding: try cursor.key().bytes, as: UTF8.self)
      _ = try cursor.peek()
      let offset = cursor.offset
      if !seen.insert(key).inserted {
        failures.add(.duplicateKey, key, offset: keyOffset)
        try cursor.skipValue()
      } else if let slot = failures.slot(key, allowed, offset: keyOffset) {
        let type = slot.property.asAttribute ?? identity(of: slot)
        if let type {
          switch try reader.read(&cursor, as: type) {
          case .value(let value):
            if let attribute = slot.property.asAttribute {
              take(value, attribute, offset: offset, &failures)
            } else {
              link(value, slot, offset: offset, &failures)
            }
          case .failure(let kind, let value):
            failures.add(kind, slot.name, value, offset: offset)
          }
        } else {
          failures.add(.keyNotAllowed, slot.name, offset: offset)
          try cursor.skipValue()
        }
      } else {
        try cursor.skipValue()
      }
      isMore = try cursor.nextMember()
    }
  }

  /// What identifies the objects at the end of a to-one relationship.
  private func identity(of slot: RowLayout.Slot) -> AttributeDescription? {
    guard slot.kind == .object, let relationship = slot.property.asRelationship,
      let destination = object.context?.model[relationship.destination]
    else { return nil }
    let identifying = destination.identifyingAttributes
    return identifying.count == 1 ? identifying[0] : nil
  }

  /// Adds what the rules over several properties say of the object as it would be.
  private mutating func finish(_ failures: [ValidationFailure]) {
    report = ValidationReport(failures)
    let refused = Set(failures.filter { $0.severity == .error }.compactMap(\.property))
    let trial = object.makeTrial(with: pending)
    let touched = Set(pending.keys)
    for failure in ObjectValidator(trial).failures(excluding: refused) {
      // What was wrong before in other properties is not the fault of these values.
      if let property = failure.property, !touched.contains(property) { continue }
      // The rules of single attributes have been judged when they were cast.
      if failure.property != nil, trial.runtime.slot(named: failure.property ?? "")?.kind != .object
      {
        continue
      }
      var failure = failure
      failure.objectID = object.owner == nil ? nil : object.objectID
      report.append(failure)
    }
  }
}

/// Collects what is wrong with the values of a changeset.
private struct CastFailures {
  private(set) var list: [ValidationFailure] = []
  private let object: ManagedObject
  private let text: JSONText?

  init(_ object: ManagedObject, _ allowed: [String], _ text: JSONText? = nil) {
    for name in allowed where object.runtime.slot(named: name) == nil {
      object.unknownProperty(name)
    }
    self.object = object
    self.text = text
  }

  /// The slot of a property that may be set; `nil`, with a failure, for any other key.
  mutating func slot(
    _ key: String, _ allowed: [String], offset: Int? = nil
  ) -> RowLayout.Slot? {
    guard let slot = object.runtime.slot(named: key) else {
      let suggestion = nearMiss(key, in: allowed)
      add(.unknownKey(suggestion: suggestion), key, offset: offset)
      return nil
    }
    guard allowed.contains(key), slot.property.asAttribute?.derivation == nil else {
      add(.keyNotAllowed, key, offset: offset)
      return nil
    }
    return slot
  }

  mutating func add(
    _ kind: ValidationFailure.Kind, _ property: String? = nil, _ value: AttributeValue = .null,
    rule: ValidationRule? = nil, offset: Int? = nil
  ) {
    var failure = ValidationFailure(
      entity: object.runtime.entity.name, objectID: object.owner == nil ? nil : object.objectID,
      label: object.label, keyPath: property.map { [$0] } ?? [], kind,
      severity: rule?.severity ?? .error, value: value, ruleSite: rule?.site,
      customMessage: rule?.message)
    if let text, let offset {
      let place = text.position(of: offset)
      failure.source = InputPosition(
        file: text.name, line: place.line, column: place.column,
        path: property.map { "$.\($0)" } ?? "$")
    }
    list.append(failure)
  }
}

extension ManagedObject {
  /// A copy of the object with other values, to be judged and thrown away.
  ///
  /// It is in no list of the context, so nothing else sees it; its links lead where those of the
  /// object lead.
  fileprivate final func makeTrial(with values: [String: AttributeValue]) -> ManagedObject {
    let copy = row.copy(runtime.layout)
    copy.committed = nil
    copy.state = []
    let trial = runtime.make(ObjectSeed(runtime: runtime, row: copy))
    trial.owner = owner
    for (key, value) in values {
      guard let slot = runtime.slot(named: key) else { continue }
      switch value {
      case .object(let id): copy.setObject(owner?.registeredObject(for: id), slot)
      case .null where slot.kind == .object: copy.setObject(nil, slot)
      case .objects: break
      default: _ = copy.setValue(value, slot)
      }
    }
    return trial
  }
}

extension ManagedObjectContext {
  /// The object of an entity, or of one of its sub-entities, with an identifying value.
  ///
  /// A name that the model lacks is a programmer error and traps with the near miss.
  ///
  /// - Complexity: O(*n*) in the number of objects.
  public func object(of entityName: String, identifiedBy value: AttributeValue) -> ManagedObject? {
    expectEntity(entityName)
    guard let identity = model[entityName]?.identifyingAttributes.first?.name else { return nil }
    return identityMap.objects.first { object in
      object.isThere && object.runtime.ancestry.contains(entityName)
        && object.runtime.slot(named: identity).map { object.row.value($0) } == value
    }
  }
}
