import ArmatureModel

/// The validation methods of custom classes, called by a save and on request.
extension ManagedObject {
  /// The operation of a save on an object.
  enum PendingChange {
    case insertion, update, deletion
  }

  /// The operation of the next save on the object; `nil` without one.
  final var pendingChange: PendingChange? {
    switch objectState {
    case .inserted: .insertion
    case .updated: .update
    case .deleted: .deletion
    case .detached, .unchanged: nil
    }
  }

  /// Validates the object in the same way as a save, and throws the failures.
  ///
  /// The validation checks the rules of the entity, uniqueness, and delete rules that prevent a deletion. It also calls
  /// the validation methods of custom classes. Your override of such a method does not have to call `super`, because
  /// the rules are always checked. The object is validated even if it has no changes.
  ///
  /// - Throws: ``ValidationReport`` with every failure, if at least one failure is an error. ``ManagedObjectError`` if
  ///   the object or its context no longer exists.
  public final func validateForSave() throws {
    var report = try modelReport()
    let isNew = !row.state.contains(.registered)
    callHooks(for: pendingChange ?? (isNew ? .insertion : .update), &report)
    guard report.isValid else { throw report }
  }

  final func validateOnRequest() throws {
    if row.state.contains(.inValidationHook) { return }
    var report = try modelReport()
    callValueHooks(&report)
    guard report.isValid else { throw report }
  }

  final func validateDeletionOnRequest() throws {
    if row.state.contains(.inValidationHook) { return }
    if row.state.contains(.invalidated) { throw notThere }
    let denials = possibleDenials
    guard denials.isEmpty else { throw ValidationReport(denials) }
  }

  private func modelReport() throws(ManagedObjectError) -> ValidationReport {
    if row.state.contains(.invalidated) { throw notThere }
    return validate()
  }

  /// Calls the validation methods of the class and adds their errors to the report.
  final func callHooks(for change: PendingChange, _ report: inout ValidationReport) {
    guard shape.hasHooks, !row.state.contains(.inValidationHook) else { return }
    if change != .deletion { callValueHooks(&report) }
    switch change {
    case .insertion: callHook("validateForInsert", [], &report, validateForInsert)
    case .update: callHook("validateForUpdate", [], &report, validateForUpdate)
    case .deletion: callHook("validateForDelete", [], &report, validateForDelete)
    }
  }

  /// Calls the class's validation for each of its validated values.
  private func callValueHooks(_ report: inout ValidationReport) {
    for property in runtime.validatedProperties where isThere {
      callValueHook(currentValue(property), property, &report)
    }
  }

  /// Calls the class's validation for a value.
  final func callValueHook(
    _ value: AttributeValue, _ property: StoredProperty, _ report: inout ValidationReport
  ) {
    callHook("validate(_:forKey:)", [property.name], &report) {
      try validate(value, forKey: property.name)
    }
  }

  private func callHook(
    _ name: String, _ keyPath: [String], _ report: inout ValidationReport,
    _ hook: () throws -> Void
  ) {
    let isOutermost = !row.state.contains(.inValidationHook)
    row.state.insert(.inValidationHook)
    report.merge(self.report(of: name, keyPath, hook))
    if isOutermost { row.state.remove(.inValidationHook) }
  }

  /// Calls a hook of the object and reports its error, or that it has read a missing value.
  final func report(
    of name: String, _ keyPath: [String] = [], _ hook: () throws -> Void
  ) -> ValidationReport {
    do {
      if let graph {
        try graph.userCode.notingAbsentReads(isInRule: false, hook)
      } else {
        try hook()
      }
      return ValidationReport()
    } catch let several as ValidationReport {
      return several
    } catch let one as ValidationFailure {
      return ValidationReport([one])
    } catch {
      return ValidationReport([
        ValidationFailure(
          entity: runtime.entity.name, objectID: knownID, label: label, keyPath: keyPath,
          .threw(name: name, error: "\(error)"))
      ])
    }
  }
}
