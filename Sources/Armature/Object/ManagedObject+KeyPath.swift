public import ArmatureModel

/// Key paths through relationships and composites: `author.name`, `books.@sum.pages`.
extension ManagedObject {
  /// The one value at the end of a key path; `null` where a relationship on the way leads nowhere.
  ///
  /// After a to-many relationship an operator makes one value of several: `@count`, `@sum`, `@avg`,
  /// `@min`, `@max`, followed by the rest of the path (`books.@avg.pages`, `books.@count`).
  ///
  /// - Throws: ``ManagedObjectError`` if a name is unknown, or the path leads to several values.
  public final func value(forKeyPath path: String) throws(ManagedObjectError) -> AttributeValue {
    let names = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    if let operation = names.firstIndex(where: { $0.hasPrefix("@") }) {
      guard let aggregate = FetchExpression.Aggregate(rawValue: names[operation]) else {
        throw .brokenPath(entity: runtime.entity.name, path: path, component: names[operation])
      }
      let whole = Array(names[..<operation] + names[(operation + 1)...])
      return aggregate.value(of: try values(along: whole, of: path))
    }
    let values = try values(along: names, of: path)
    guard !leadsToMany(names) else { throw .toManyPath(entity: runtime.entity.name, path: path) }
    return values.first ?? .null
  }

  /// All values at the end of a key path, in the order of the relationships on the way.
  ///
  /// - Throws: ``ManagedObjectError`` if a name is unknown or leads nowhere.
  public final func values(forKeyPath path: String) throws(ManagedObjectError) -> [AttributeValue] {
    try values(
      along: path.split(separator: ".", omittingEmptySubsequences: false).map(String.init), of: path
    )
  }

  /// Sets the property at the end of a key path of to-one relationships; `nil` clears it.
  ///
  /// - Throws: ``ManagedObjectError`` if a name is unknown, the path is broken, or the value is of
  ///   another type.
  public final func setValue(
    _ value: (any PropertyConvertible)?, forKeyPath path: String
  ) throws(ManagedObjectError) {
    var names = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let last = names.removeLast()
    var object = self
    for name in names {
      guard
        case .object(let next as ManagedObject)? = object.property(try object.slot(forKey: name))
      else { throw .brokenPath(entity: runtime.entity.name, path: path, component: name) }
      object = next
    }
    try object.setValue(value, forKey: last)
  }

  private func leadsToMany(_ names: [String]) -> Bool {
    var object: ManagedObject? = self
    for name in names {
      guard let current = object, let slot = current.runtime.slot(named: name) else { return false }
      if slot.kind == .objects { return true }
      object = slot.kind == .object ? current.row.object(slot) : nil
    }
    return false
  }

  /// The values at the end of a path, absent ones left out.
  final func values(
    along names: [String], of path: String
  ) throws(ManagedObjectError) -> [AttributeValue] {
    guard let first = names.first else { return [] }
    let rest = Array(names.dropFirst())
    let slot = try slot(forKey: first)
    switch property(slot) {
    case nil: return []
    case .attribute(let value):
      guard let value = value.element(along: rest) else {
        throw .brokenPath(entity: runtime.entity.name, path: path, component: first)
      }
      return value.isNull ? [] : [value]
    case .object(let object):
      if rest.isEmpty { return [.object(object.objectID)] }
      return try (object as? ManagedObject)?.values(along: rest, of: path) ?? []
    case .objects(let objects):
      if rest.isEmpty { return objects.map { .object($0.objectID) } }
      var values: [AttributeValue] = []
      for case let object as ManagedObject in objects {
        values += try object.values(along: rest, of: path)
      }
      return values
    }
  }
}

extension AttributeValue {
  /// The element of a composite along a path; the value itself for an empty path.
  package func element(along path: [String]) -> AttributeValue? {
    guard let first = path.first else { return self }
    guard case .composite(let elements) = self else { return nil }
    return (elements[first] ?? .null).isNull
      ? .null : elements[first]?.element(along: Array(path.dropFirst()))
  }
}
