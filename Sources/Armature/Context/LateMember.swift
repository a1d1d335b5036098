/// An object that others have linked to one that this context deletes, since it looked.
struct LateMember {
  let deleted: ManagedObject
  let relationship: StoredProperty
  let member: ManagedObject
}
