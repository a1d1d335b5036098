/// An object that another context has since linked to an object being deleted here.
struct LateMember {
  let deleted: ManagedObject
  let relationship: StoredProperty
  let member: ManagedObject
}
