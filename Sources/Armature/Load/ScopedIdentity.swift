/// An identity, and the entity within which it is valid.
struct ScopedIdentity: Hashable {
  /// The position of that entity.
  let scope: Int
  let key: IdentityKey
}
