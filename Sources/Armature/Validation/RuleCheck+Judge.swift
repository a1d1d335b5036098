import ArmatureModel

extension RuleCheck {
  /// Asks the closure of a rule over an object.
  ///
  /// - Throws: What the closure throws; ``Mischief`` for one that would never end, or that lets
  ///   values stand which nobody has judged.
  func judge(_ object: ManagedObject) throws -> Bool {
    guard case .object(let check) = self else { return true }
    let row = object.row
    guard !row.state.contains(.validating) else {
      row.state.insert(.validatedAgain)
      throw Mischief.asksAboutItself
    }
    // The first write is noticed, and leaves a mark.
    let isWatched = row.state.contains(.watched)
    row.state.insert([.validating, .watched])
    defer {
      row.state.subtract([.validating, .validatedAgain, .changedByRule])
      if !isWatched && !object.hasFaded { row.state.remove(.watched) }
    }
    let holds = try check(object)
    if row.state.contains(.validatedAgain) { throw Mischief.asksAboutItself }
    // Whoever lets the object go is found out by the save.
    if row.state.contains(.changedByRule) { throw Mischief.changesObject }
    return holds
  }

  /// What the closure of a rule must not do.
  enum Mischief: Error, CustomStringConvertible {
    /// It asks whether the object is valid that it is asked about.
    case asksAboutItself
    /// It changes the object that it judges.
    case changesObject

    var description: String {
      switch self {
      case .asksAboutItself:
        "It asks whether the object is valid that it judges. Look at the values instead."
      case .changesObject: "It changes the object that it judges. Change it in willSave."
      }
    }
  }
}
