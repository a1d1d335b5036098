/// What may stand in the body of an ``Entity``: an attribute, a relationship, a rule, …
///
/// A type of your own that yields an ``EntityBody`` is a part to use in many entities, and so is a
/// function: `@PropertyBuilder func stamps() -> EntityBody { … }`.
public protocol EntityPart {
  /// What the part adds to the entity.
  var entityBody: EntityBody { get }
}
