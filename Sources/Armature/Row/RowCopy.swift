import ArmatureModel

/// The values of an object as memory, which a store in this process gives out, and a context takes up,
/// with no list of values in between.
///
/// Relationships are not part of the memory, whose handles mean nothing elsewhere.
///
/// `@unchecked Sendable`: nothing changes from the end of the initializer to that of the last reference.
final class RowCopy: @unchecked Sendable {
  /// Where a to-one relationship leads.
  typealias End = (place: RowPlace, id: ManagedObjectID)

  private let runtime: EntityRuntime
  private let row: Row
  /// Where those to-one relationships lead that lead somewhere.
  let ends: [End]

  /// Copies the values of a row that has no changes and no transient values.
  init(_ source: Row, _ runtime: EntityRuntime, _ ends: [End]) {
    (self.runtime, self.ends) = (runtime, ends)
    row = source.committedCopy(UnsafePointer(runtime.shape))
  }

  deinit { row.deallocate(runtime.shape.pointee.managed) }

  /// The values in the order of the persistent properties.
  var values: [AttributeValue] {
    runtime.persistentPlaces.map { place in
      switch place.kind {
      case .object: ends.first { $0.place.index == place.index }.map { .object($0.id) } ?? .null
      case .objects: .null
      default: row.value(place)
      }
    }
  }

  /// Whether the memory is laid out as an entity of a context has it.
  func fits(_ shape: UnsafePointer<EntityShape>) -> Bool { shape == UnsafePointer(runtime.shape) }

  /// Gives a row the values; its relationships lead nowhere then.
  func fill(_ target: Row) {
    let shape = UnsafePointer(runtime.shape)
    target.copyValues(of: row, shape)
    for link in shape.pointee.links where !link.isToMany { target.setLink(.none, link.place) }
  }
}
