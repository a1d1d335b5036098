public import ArmatureModel

/// Several values at once, by names known only at run time.
extension ManagedObject {
  /// Sets several properties at once. A value of `nil` clears its property.
  ///
  /// - Throws: ``ManagedObjectError`` for the first key in alphabetical order that is rejected. The reasons are the
  ///   same as for ``setValue(_:forKey:)``. If it throws, none of the properties has changed.
  public final func setValuesForKeys(_ values: [String: (any PropertyConvertible)?]) throws {
    let sorted = values.sorted { $0.key < $1.key }
    for (key, _) in sorted { _ = try place(forKey: key) }
    let graph = graph
    let mark = graph?.mark()
    let former = graph == nil ? FormerValues(self, values.keys) : nil
    do {
      for (key, value) in sorted { try setValue(value, forKey: key) }
    } catch {
      if let graph, let mark { graph.goBack(to: mark) }
      former?.restore(self)
      throw error
    }
    if let graph, let mark { graph.keepChanges(since: mark) }
  }

  /// Returns the values of several properties. Missing values are `null`, and related objects are returned as their
  /// IDs.
  ///
  /// - Throws: ``ManagedObjectError/unknownKey(entity:key:suggestion:)``.
  public final func dictionaryWithValues(
    forKeys keys: [String]
  ) throws -> [String: AttributeValue] {
    var values: [String: AttributeValue] = [:]
    for key in keys { values[key] = try value(forKey: key) }
    return values
  }
}
