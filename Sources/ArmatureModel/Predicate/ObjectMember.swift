/// What every object has beside its properties; no entity can have a property of such a name.
package enum ObjectMember: String {
  /// The identity, which stands for the object itself.
  case objectID
  /// The entity, which stands for its name.
  case entity

  /// What may stand behind the entity, and says the same.
  static let entityName = "name"
}
