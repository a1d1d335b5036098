import Armature

extension MessageCatalog {
  /// The messages with advice about the command line, rather than Swift.
  static let command = MessageCatalog { key in
    switch key {
    case "type.structure.written":
      "{place} must lead to an object that is written, too, since nothing identifies a {target}."
        + " Declare an attribute with identifying(), or write all entities as JSON."
    case "type.structure.cell":
      "{place} must have text in CSV, but has none. Nothing identifies a {target}: declare an"
        + " attribute with identifying(), or write all entities as JSON."
    case "type.structure.unnamed":
      "{place} must be an object with the records of each entity, but is an array. Name the entity of its records:"
        + " --entity."
    case "key.notAllowed.transient":
      "{place} is transient and must not be set from data. Remove the key."
    default: nil
    }
  }
}
