import Armature

extension MessageCatalog {
  /// The messages with advice about the command line, rather than Swift.
  static let command = MessageCatalog { key in
    switch key {
    case "type.structure.unnamed":
      "{place} must be an object with the records of each entity, but is an array. Name the entity of its records:"
        + " --entity."
    case "key.notAllowed.transient":
      "{place} is transient and must not be set from data. Remove the key."
    default: nil
    }
  }
}
