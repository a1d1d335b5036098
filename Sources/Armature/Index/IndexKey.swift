import ArmatureModel

/// A property by which an index orders objects.
struct IndexKey {
  let property: String
  /// The position of the property in the entities that the index covers.
  private let position: Int
  let kind: StorageKind

  /// Returns `nil` unless the values are numbers, dates, Booleans or texts.
  init?(_ property: String, of entity: String, _ tree: EntityTree) {
    guard let position = tree.position(of: property, in: entity),
      let kind = tree.entity(named: entity)?.property(named: property)?.storageKind
    else { return nil }
    switch kind {
    case .int16, .int32, .int64, .float, .double, .date, .bool, .string: break
    default: return nil
    }
    self.property = property
    self.position = position
    self.kind = kind
  }

  /// Returns a number that is sorted in the same order as the values. For text, this is its first eight bytes. Returns
  /// `nil` if the object has no value.
  func word(of object: ManagedObject) -> UInt64? {
    let (row, place) = (object.row, object.shape.places[position])
    guard row.isPresent(place) else { return nil }
    switch kind {
    case .int16: return Int64(row[place, as: Int16.self]).sortWord
    case .int32: return Int64(row[place, as: Int32.self]).sortWord
    case .int64: return row[place, as: Int64.self].sortWord
    case .float: return Double(row[place, as: Float.self]).sortWord
    case .bool: return row[place, as: Bool.self] ? 1 : 0
    case .string:
      return UnsafePointer(row.memory(place, as: String.self)).withBytes {
        UnsafeRawBufferPointer($0).firstWord
      }
    default: return row[place, as: Double.self].sortWord
    }
  }

  /// Returns the order of the values of two objects; missing values come first.
  func order(of left: ManagedObject, to right: ManagedObject) -> ValueOrder {
    switch (word(of: left), word(of: right)) {
    case (nil, nil): return .same
    case (nil, _): return .ascending
    case (_, nil): return .descending
    case (let mine?, let theirs?):
      if mine != theirs { return mine < theirs ? .ascending : .descending }
      return restOrder(of: left, to: right)
    }
  }

  /// Returns the order of two values with the same word.
  func restOrder(of left: ManagedObject, to right: ManagedObject) -> ValueOrder {
    guard kind == .string, let mine = text(of: left), let theirs = text(of: right) else {
      return .same
    }
    return mine.withBytes { mine in theirs.withBytes { Self.order(mine, $0) } }
  }

  /// Returns the order of a value, given its word, relative to a bound.
  func order(of object: @autoclosure () -> ManagedObject?, _ word: UInt64, to bound: IndexBound)
    -> ValueOrder
  {
    if word != bound.word { return word < bound.word ? .ascending : .descending }
    guard kind == .string, let text = object().flatMap(text) else { return .same }
    return text.withBytes { text in bound.bytes.withUnsafeBufferPointer { Self.order(text, $0) } }
  }

  func hasPrefix(_ object: ManagedObject?, _ bound: IndexBound) -> Bool {
    object.flatMap(text)?.withBytes { $0.starts(with: bound.bytes) } ?? false
  }

  private func text(of object: ManagedObject) -> UnsafePointer<String>? {
    let place = object.shape.places[position]
    return object.row.isPresent(place)
      ? UnsafePointer(object.row.memory(place, as: String.self)) : nil
  }

  private static func order(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
  ) -> ValueOrder {
    if left.lexicographicallyPrecedes(right) { return .ascending }
    return left.count == right.count && left.elementsEqual(right) ? .same : .descending
  }
}
