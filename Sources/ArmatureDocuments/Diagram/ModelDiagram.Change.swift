extension ModelDiagram {
  /// A change that an entity, an attribute or a line has had since an older version of the model.
  ///
  /// ```swift
  /// let added = ModelDiagram(model, against: model).boxes.filter { $0.change == .added }
  /// print(added.map(\.name))  // []
  /// ```
  public enum Change: String, Hashable, Sendable, CaseIterable {
    /// The part has not changed, or the diagram does not compare two versions.
    case none
    /// The part is new.
    case added
    /// The part was removed.
    case removed
    /// The part was changed.
    case changed
  }
}
