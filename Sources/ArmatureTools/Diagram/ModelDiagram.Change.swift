extension ModelDiagram {
  /// A change of a part since an older version.
  ///
  /// ```swift
  /// let added = ModelDiagram(model, against: model).boxes.filter { $0.change == .added }
  /// print(added.map(\.name))  // []
  /// ```
  public enum Change: String, Hashable, Sendable, CaseIterable {
    /// The part is unchanged, or no versions are compared.
    case none
    /// The part is new.
    case added
    /// The part was removed.
    case removed
    /// The part differs.
    case changed
  }
}
