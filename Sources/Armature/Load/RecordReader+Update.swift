import ArmatureModel

/// Reading records that update existing objects.
///
/// The reader first reads the values of such a record into a draft, which is a separate object. At the end of the
/// record, the reader sets the values on the existing object as ordinary changes. This way, change tracking, indexes
/// and undo work as usual.
extension RecordReader {
  /// Returns a draft of the object that the record at a place updates; `nil` if the record creates an object.
  ///
  /// - Parameter plan: The plan of the record; becomes the plan of the object, which may have a sub-entity.
  func makeDraft(
    _ plan: inout RecordPlan, _ identity: ScopedIdentity?, at place: LoadPlace
  ) -> ManagedObject? {
    // If the object has another entity, the record is a duplicate.
    guard let identity, let object = objects.formerObject(identity), plan.admits(object) else {
      return nil
    }
    plan = plans[object]
    return objects.update(object, identity, at: place)
  }

  /// Returns the identity in the record at a place, in a load that updates objects; `nil` if it is missing or invalid.
  @inline(__always)
  func identity(of cursor: borrowing JSONCursor, _ plan: RecordPlan) -> ScopedIdentity? {
    _slowPath(objects.updates) ? findIdentity(of: cursor, plan) : nil
  }

  private func findIdentity(
    of cursor: borrowing JSONCursor, _ plan: RecordPlan
  ) -> ScopedIdentity? {
    guard let identity = plan.identity, let attribute = identity.attribute else { return nil }
    var look = look(from: cursor)
    // Invalid syntax is reported when the record is read.
    guard (try? look.enter(identity.key)) == true,
      case .value(let value)? = try? reader(for: identity).read(&look, as: attribute), !value.isNull
    else { return nil }
    return ScopedIdentity(scope: plan.identityScope, key: IdentityKey(value))
  }

  func isUpdate(_ progress: Progress) -> Bool {
    objects[progress.record].marks.contains(.isUpdate)
  }

  /// Sets an object's values from a record, unless the record has failures.
  func update(from draft: ManagedObject, _ plan: RecordPlan, _ record: Int) {
    // A hook may have deleted the object.
    guard let object = objects.object(at: record) else { return }
    if state.options.validates {
      let records = objects.records(like: record)
      // The update is about to replace the values that the object was created with, so they are validated now.
      if records.count == 2, objects[records[0]].marks.isDisjoint(with: .isUpdate),
        objects[records[0]].marks.contains(.isRead)
      {
        validate(object, plan, records[0])
      }
      if !plan.keepsRules(draft) { validate(draft, plan, record) }
    }
    if failures.refused[record] != nil || plan.hasValues(of: draft, object) { return }
    for member in plan.members {
      do {
        try member.give(object, from: draft)
      } catch {
        failures.add(
          .threw(name: member.name, error: "\(error)"), entity: plan.name, record: record,
          object: object, keyPath: [member.name], at: objects[record].place)
      }
    }
  }

  /// Validates the values of a record by the rules of their attributes, as a changeset does.
  ///
  /// Rules over several properties are checked later, on the object.
  private func validate(_ object: ManagedObject, _ plan: RecordPlan, _ record: Int) {
    for member in plan.members {
      guard let attribute = member.attribute, let value = member.given(in: object) else { continue }
      for finding in attribute.validate(value, readsText: false).findings
      where finding.rule?.severity != .warning {
        let keyPath = finding.path.keyPath(from: attribute.name)
        failures.reject(attribute.name, of: record)
        failures.add(
          LocatedFailure(
            failure: ValidationFailure(
              entity: plan.name, keyPath: keyPath,
              object.completing(finding.kind, finding.rule, keyPath, finding.value),
              value: finding.value,
              ruleSite: finding.rule?.site, customMessage: finding.rule?.message),
            record: record, place: state.place(of: keyPath, in: record)))
      }
    }
  }
}
