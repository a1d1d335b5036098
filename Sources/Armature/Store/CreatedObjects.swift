import ArmatureModel

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The objects that the custom steps of a migration have made so far.
package final class CreatedObjects {
  private let storeID: UUID
  private let takeKeys: (Int) throws -> Range<Int64>
  private var keys: Range<Int64> = 0..<0
  /// The objects made once per value, by entity and value.
  private var known: [String: [AttributeValue: ManagedObjectID]] = [:]

  /// For each store, the first key that no migration in this process has used.
  ///
  /// A failed migration returns its keys to the file. Code that has kept one of them must not find another object by it
  /// when the migration is tried again.
  private static let lock = Lock()
  nonisolated(unsafe) private static var unused: [UUID: Int64] = [:]

  private static let keysAtOnce = 256

  /// - Parameter takeKeys: Reserves the given number of keys that no object has.
  package init(storeID: UUID, takeKeys: @escaping (Int) throws -> Range<Int64>) {
    (self.storeID, self.takeKeys) = (storeID, takeKeys)
  }

  /// Returns the identity for an object that is about to be made.
  func newID(of entity: String) throws -> ManagedObjectID {
    if keys.isEmpty { try takeMoreKeys() }
    return ManagedObjectID(entityName: entity, key: keys.removeFirst(), storeID: storeID)
  }

  private func takeMoreKeys() throws {
    keys = try takeKeys(Self.keysAtOnce)
    let unused = Self.lock.withLock { Self.unused[storeID] ?? 0 }
    if keys.lowerBound < unused {
      // These keys extend past the used ones, and no one else has any of them.
      let more = try takeKeys(Int(unused - keys.lowerBound))
      keys = max(unused, more.lowerBound)..<more.upperBound
    }
    Self.lock.withLock { Self.unused[storeID] = max(Self.unused[storeID] ?? 0, keys.upperBound) }
  }

  /// Returns the object that was made for a value; `nil` before the first one.
  func id(of entity: String, for value: AttributeValue) -> ManagedObjectID? {
    known[entity]?[value]
  }

  func keep(_ id: ManagedObjectID, for value: AttributeValue) {
    known[id.entityName, default: [:]][value] = id
  }
}
