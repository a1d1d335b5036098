import ArmatureModel

extension RuleCheck {
  /// Asks the closure of a rule over an object.
  ///
  /// - Throws: What the closure throws; ``Mischief`` for one that would never end, or that lets
  ///   values stand which nobody has judged.
  func judge(_ object: ManagedObject) throws -> Bool {
    guard case .object(let check) = self else { return true }
    let row = object.row
    guard !row.state.contains(.judged) else {
      row.state.insert(.judgedAgain)
      throw Mischief.asksAboutItself
    }
    // A write takes the mark away.
    let isWatched = row.state.contains(.watched)
    row.state.insert([.judged, .watched])
    defer {
      row.state.subtract([.judged, .judgedAgain])
      if !isWatched { row.state.remove(.watched) }
    }
    let holds = try check(object)
    if row.state.contains(.judgedAgain) { throw Mischief.asksAboutItself }
    // Whoever lets the object go is found out by the save.
    if row.state.isDisjoint(with: [.watched, .gone]) { throw Mischief.changesObject }
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
