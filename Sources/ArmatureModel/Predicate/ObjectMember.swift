/// A member that every object has in addition to its properties. These names are reserved.
package enum ObjectMember: String {
  /// The identity of the object. In a predicate it means the object itself.
  case objectID
  /// The entity of the object. In a predicate it means the entity's name.
  case entity

  /// An optional member of `entity`, with the same meaning.
  static let entityName = "name"
}
