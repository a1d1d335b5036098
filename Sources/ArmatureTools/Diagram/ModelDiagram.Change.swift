extension ModelDiagram {
  /// What became of a part of an older version.
  ///
  /// ```swift
  /// let added = ModelDiagram(model, against: model).boxes.filter { $0.change == .added }
  /// print(added.map(\.name))  // []
  /// ```
  public enum Change: String, Hashable, Sendable, CaseIterable {
    /// It is as it was, or nothing is compared.
    case none
    /// It is new.
    case added
    /// It is gone.
    case removed
    /// Something about it is different.
    case changed
  }
}
