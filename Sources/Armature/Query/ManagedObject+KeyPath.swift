public import ArmatureModel

/// Key paths through relationships and composites: `author.name`, `books.@sum.pages`.
///
/// `value(forKey:)` says why the extension is constrained and its methods are generic.
extension PropertyContainer where Self: ManagedObject {
  /// Returns the single value at the end of a key path, or `null` if a relationship on the path is empty.
  ///
  /// If the path contains a to-many relationship, it leads to several values. To combine them into a single value,
  /// write an aggregate after the relationship: `@count`, `@sum`, `@avg`, `@min` or `@max`. For example,
  /// `books.@avg.pages` is the average length of the books, and `books.@count` is their number.
  ///
  /// - Throws: ``/Armature/ManagedObjectError`` if a name or an aggregate is unknown, or if the aggregate does not
  ///   support the type of the values. The error is also thrown if the path can lead to several values, even if it
  ///   leads to a single one for this object.
  /// - Complexity: O(*n*) in the number of objects and values that the path leads to.
  @_disfavoredOverload public func value(forKeyPath path: some StringProtocol) throws
    -> AttributeValue
  {
    try tellingReads { try value(of: String(path)) }
  }

  private func value(of path: String) throws -> AttributeValue {
    let names = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    if let operation = names.firstIndex(where: { $0.hasPrefix("@") }) {
      guard let aggregate = FetchExpression.Aggregate(rawValue: names[operation]) else {
        throw ManagedObjectError.unknownAggregate(
          entity: runtime.entity.name, path: path, name: names[operation])
      }
      let whole = Array(names[..<operation] + names[(operation + 1)...])
      try follow(whole, of: path).check(aggregate, self, path)
      if let first = whole.first, fetchedProperty(named: first) == nil {
        _ = try property(forKey: first)
      } else if aggregate != .distinct {
        // Conditions do not support fetched properties.
        var state = AggregateState(aggregate)
        for value in try values(along: whole, of: path) { state.add(value) }
        return state.value
      }
      if aggregate == .distinct {
        throw ManagedObjectError.toManyPath(entity: runtime.entity.name, path: path)
      }
      return PredicateEvaluator(object: self)
        .value(of: .aggregate(aggregate, of: .keyPath(FetchPath(whole))))
    }
    let values = try values(along: names, of: path)
    let isToMany = values.isEmpty ? try follow(names, of: path).isToMany : leadsToMany(names)
    guard !isToMany else {
      throw ManagedObjectError.toManyPath(entity: runtime.entity.name, path: path)
    }
    return values.first ?? .null
  }

  /// Returns all values at the end of a key path, in the order of the relationships on the path.
  ///
  /// If the path leads to the same object in several ways, the result contains the object's value several times. To get
  /// each value only once, write `@distinctUnionOfObjects` after the relationship, as in
  /// `books.@distinctUnionOfObjects.genre`. The operator `@unionOfObjects` is accepted for compatibility with Core
  /// Data, but has no effect.
  ///
  /// - Throws: ``/Armature/ManagedObjectError`` if a name is unknown, or if it follows a property that has no
  ///   properties of its own. The error is also thrown if the path leads to more than a million objects or values. This
  ///   can happen quickly if a path goes back and forth between two entities.
  /// - Complexity: O(*n*) in the number of objects and values that the path leads to.
  @_disfavoredOverload public func values(forKeyPath path: some StringProtocol) throws
    -> [AttributeValue]
  {
    try tellingReads { try values(of: String(path)) }
  }

  private func values(of path: String) throws -> [AttributeValue] {
    var names = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let distinct = names.firstIndex(of: FetchExpression.Aggregate.distinct.rawValue)
    if let distinct { names.remove(at: distinct) }
    if let union = names.firstIndex(of: "@unionOfObjects") { names.remove(at: union) }
    let values = try values(along: names, of: path)
    if values.isEmpty { _ = try follow(names, of: path) }
    if distinct == nil { return values }
    var seen: Set<AttributeValue> = []
    return values.filter { seen.insert($0).inserted }
  }
}

extension ManagedObject {
  /// Sets the property at the end of a key path of to-one relationships. Pass `nil` to clear the property.
  ///
  /// The path can also end with an element of a composite attribute, such as `address.city`. If the composite has no
  /// value yet, it is created with this element. This is possible only if none of its other elements is required.
  ///
  /// - Throws: ``ManagedObjectError`` if a name is unknown, if a relationship on the path is empty, or if the value has
  ///   another type.
  public final func setValue(
    _ value: (any PropertyConvertible)?, forKeyPath path: String
  ) throws {
    var names = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let last = names.removeLast()
    var object = self
    for (index, name) in names.enumerated() {
      let property = try object.property(forKey: name)
      if let attribute = property.description.asAttribute, case .composite = attribute.type.storage
      {
        let element = value?.propertyValue.flatMap(AttributeValue.from) ?? .null
        let whole = try object.attribute(property.place).setting(
          element, along: names[(index + 1)...] + [last], attribute.type,
          "\(object.runtime.entity.name).\(name)")
        guard attribute.admits(whole) else {
          throw ManagedObjectError.partialComposite(
            entity: object.runtime.entity.name, property: name, path: path)
        }
        return try object.setValue(whole, forKey: name)
      }
      guard
        case .object(let next as ManagedObject)? = object.value(property)
      else {
        throw ManagedObjectError.brokenPath(
          entity: runtime.entity.name, path: path, component: name)
      }
      object = next
    }
    try object.setValue(value, forKey: last)
  }

  fileprivate final func leadsToMany(_ names: [String]) -> Bool {
    var object: ManagedObject? = self
    for name in names {
      guard let current = object else { return false }
      guard let property = current.runtime.property(named: name) else {
        return current.fetchedProperty(named: name) != nil
      }
      if property.kind == .objects { return true }
      object = property.kind == .object ? current.end(property.place) : nil
    }
    return false
  }

  /// Returns the values at the end of a path, except for missing ones.
  ///
  /// Works name by name and not object by object, because the text of a path may have any length.
  final func values(
    along names: [String], of path: String
  ) throws(ManagedObjectError) -> [AttributeValue] {
    var values: [AttributeValue] = []
    var objects = [self]
    for (index, name) in names.enumerated() {
      let isLast = index == names.count - 1
      var next: [ManagedObject] = []
      for object in objects {
        if object.entry(named: name) == nil, let fetched = object.fetchedProperty(named: name) {
          let ends = try object.ends(of: fetched)
          if isLast { values += ends.map { .object($0.objectID) } } else { next += ends }
          continue
        }
        let property = try object.property(forKey: name)
        let ends: [ManagedObject]
        if property.isLink {
          ends = object.related(property.place)
        } else {
          ends = []
          let value = object.attribute(property.place)
          if value.isNull { continue }
          guard let value = value.element(along: names[(index + 1)...]) else {
            throw .brokenPath(entity: object.runtime.entity.name, path: path, component: name)
          }
          if !value.isNull { values.append(value) }
        }
        if isLast { values += ends.map { .object($0.objectID) } } else { next += ends }
        guard next.count <= Self.valueLimit, values.count <= Self.valueLimit else {
          throw .tooManyValues(entity: runtime.entity.name, path: path, limit: Self.valueLimit)
        }
      }
      objects = next
    }
    return values
  }

  /// The maximum number of objects or values for a key path.
  private static var valueLimit: Int { 1_000_000 }
}

extension AttributeValue {
  /// Returns the composite with another value of an element. A missing composite gets only this element.
  fileprivate func setting(
    _ value: AttributeValue, along path: ArraySlice<String>, _ type: AttributeType, _ place: String
  ) throws(ManagedObjectError) -> AttributeValue {
    guard let name = path.first else { return self }
    guard case .composite(let elements) = type.storage,
      let element = elements.element(named: name)
    else {
      var names: [String] = []
      if case .composite(let elements) = type.storage { names = elements.map(\.name) }
      throw .unknownKey(entity: place, key: name, suggestion: nearMiss(name, in: names))
    }
    var values: [String: AttributeValue] = [:]
    if case .composite(let present) = self { values = present }
    let new: AttributeValue
    if path.count > 1 {
      new = try (values[name] ?? .null).setting(
        value, along: path.dropFirst(), element.type, "\(place).\(name)")
    } else {
      new = value.widened(to: element.type)
      guard element.admits(new) else {
        throw .wrongType(
          entity: place, property: name, expected: element.type.swiftName, found: new.phrase)
      }
    }
    // Not `nil`, which is a value here.
    values.removeValue(forKey: name)
    if !new.isNull { values[name] = new }
    return .composite(values)
  }

  /// Returns the element of a composite or the member of a JSON value along a path; the value itself for an empty path.
  package func element(along path: some Sequence<String>) -> AttributeValue? {
    var value = self
    var member: JSONValue?
    for name in path {
      if member == nil, case .json(let json) = value { member = json }
      if let json = member {
        // The data decides which members there are.
        guard let next = json[name] else { return .null }
        member = next
        continue
      }
      guard case .composite(let elements) = value else { return nil }
      value = elements[name] ?? .null
      if value.isNull { return .null }
    }
    return member?.plainValue ?? value
  }
}
