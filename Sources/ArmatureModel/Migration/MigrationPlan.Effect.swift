extension MigrationPlan {
  /// The effect that a step has on objects.
  ///
  /// ```swift
  /// let released = try ManagedObjectModel("Shelf") { Entity("Book") { Attribute("pages", Int.self) } }
  /// let model = try ManagedObjectModel("Shelf") { Entity("Book") {} }
  /// print(MigrationPlan(from: released, to: model).effect > .lossless)  // true
  /// ```
  public enum Effect: String, Hashable, Sendable, Codable, CaseIterable, Comparable {
    /// No effect. A store of the old model is also a valid store of the new model.
    case nothing
    /// All objects keep their values and links. New values and links follow from the two models.
    case lossless
    /// Objects may need a value or a decision that the models do not contain.
    case needsValue
    /// Values, links or objects are removed, or may become invalid.
    case mayLose
    /// The new values cannot be computed from the old ones.
    case impossible

    /// Returns true if the first effect is less severe than the second.
    public static func < (left: Effect, right: Effect) -> Bool { left.rank < right.rank }

    private var rank: Int {
      switch self {
      case .nothing: 0
      case .lossless: 1
      case .needsValue: 2
      case .mayLose: 3
      case .impossible: 4
      }
    }

    /// The effect in words: `needs a value`.
    var words: String {
      switch self {
      case .nothing: "nothing to do"
      case .lossless: "no loss"
      case .needsValue: "needs a value"
      case .mayLose: "may lose"
      case .impossible: "impossible"
      }
    }

    /// Creates the effect of a change.
    init(_ compatibility: ModelDifference.Compatibility) {
      self =
        switch compatibility {
        case .none: .nothing
        case .lightweight: .lossless
        case .needsMapping: .needsValue
        case .mayLose: .mayLose
        case .breaking: .impossible
        }
    }
  }
}
