import ArmatureModel

extension RuleCheck {
  /// Runs the closure of a rule on an object, and returns whether the object satisfies the rule.
  ///
  /// - Throws: Any error of the closure, or ``AbsentReads`` if the closure reads a missing value. ``Misuse`` is thrown
  ///   if the closure changes or deletes the object, or if it validates the object, because this would never end.
  func holds(for object: ManagedObject) throws -> Bool {
    guard case .object(let check) = self else { return true }
    // The closure has already deleted the object, so it cannot be checked.
    if object.hasDroppedValues { throw Misuse.changesItsObject }
    let row = object.row
    let wasThere = object.isThere
    guard !row.state.contains(.validating) else {
      row.state.insert(.validatedAgain)
      throw Misuse.validatesItsObject
    }
    // The first write is noticed, and leaves a mark.
    let isWatched = row.state.contains(.watched)
    row.state.insert(.validating | .watched)
    defer {
      row.state.remove(.validating | .validatedAgain | .changedByRule)
      // Unless the mark is now the only way to notice the next write.
      let isInContext = row.state.contains(.registered)
      let isFoundOut = !isInContext || !row.state.isDisjoint(with: .touched | .unchanged)
      if !isWatched && isFoundOut && !object.hasDroppedValues { row.state.remove(.watched) }
    }
    let holds =
      if let graph = object.graph {
        try graph.userCode.notingAbsentReads(isInRule: true) { try check(object) }
      } else {
        try check(object)
      }
    if row.state.contains(.validatedAgain) { throw Misuse.validatesItsObject }
    let isDeleted = wasThere && !object.isThere
    if isDeleted || row.state.contains(.changedByRule) { throw Misuse.changesItsObject }
    return holds
  }

  /// A forbidden action in the closure of a rule.
  enum Misuse: Error, CustomStringConvertible {
    case validatesItsObject
    case changesItsObject

    var description: String {
      switch self {
      case .validatesItsObject:
        "It asks whether the object that it validates is valid. Look at the values instead."
      case .changesItsObject: "It changes the object that it validates. Change it in willSave."
      }
    }
  }
}
