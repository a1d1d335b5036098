/// An identity among those of all entities.
struct ScopedIdentity: Hashable {
  /// The position of the entity among whose objects it is sought.
  let scope: Int
  let key: IdentityKey
}
