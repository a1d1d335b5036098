public import ArmatureModel

/// Several values at once, by names known only at run time.
extension ManagedObject {
  /// Sets some properties, all or none; `nil` clears a property.
  ///
  /// - Throws: ``ManagedObjectError`` like ``setValue(_:forKey:)``, for the first rejected key in alphabetical order.
  ///   Nothing is changed then.
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

  /// Returns the values of some properties. Missing ones are `null`, and objects appear as their IDs.
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
