extension MigrationPlan {
  /// What a step does to objects.
  ///
  /// ```swift
  /// let released = try ManagedObjectModel("Shelf") { Entity("Book") { Attribute("pages", Int.self) } }
  /// let model = try ManagedObjectModel("Shelf") { Entity("Book") {} }
  /// print(MigrationPlan(from: released, to: model).effect > .lossless)  // true
  /// ```
  public enum Effect: String, Hashable, Sendable, Codable, CaseIterable, Comparable {
    /// Stores of the old model are stores of the new one.
    case nothing
    /// Every object keeps all it has, and what is new follows from the models.
    case lossless
    /// Objects may need a value, or a decision, that the models do not tell.
    case needsValue
    /// Values, links or objects are dropped, or may not fit.
    case mayLose
    /// No old value has a new one that follows from it.
    case impossible

    /// By how much it means.
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

    /// `needs a value`.
    var words: String {
      switch self {
      case .nothing: "nothing to do"
      case .lossless: "no loss"
      case .needsValue: "needs a value"
      case .mayLose: "may lose"
      case .impossible: "impossible"
      }
    }

    /// What a change means as far as its kind tells.
    init(_ compatibility: ModelDifference.Compatibility) {
      self =
        switch compatibility {
        case .none: .nothing
        case .lightweight: .lossless
        case .needsMapping: .needsValue
        case .breaking: .impossible
        }
    }
  }
}
