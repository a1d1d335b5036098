import Armature

/// Rewords the advice in the library's errors for the command line.
enum CommandAdvice {
  /// Parts of messages and their replacements, longer ones first.
  static let pairs: [(programming: String, command: String)] = [
    (
      "name its path: SQLiteStore(path, library: …)",
      "name its folder in the variable LD_LIBRARY_PATH"
    ),
    (
      "name its path: PostgreSQLStore(url, library: …)",
      "name its folder in the variable LD_LIBRARY_PATH"
    ),
    ("Save again, or wait longer: SQLiteStore(path, busyTimeout: …).", "Try again."),
    ("try again, or wait longer: PostgreSQLStore(url, timeout: …).", "try again."),
    (
      "Allow more connections, or let this store use fewer: PostgreSQLStore(url, connections: …).",
      "Allow more connections, or try again later."
    ),
    (
      "Give the store a schema of its own: PostgreSQLStore(url, schema: …).",
      "Give the store a schema of its own: ?schema=name at the end of the address."
    ),
    (
      "convert the row with migration: .custom.",
      "migrate with a program that converts the row."
    ),
    (
      "Create it with keepsHistory: true, which SQLiteStore, PostgreSQLStore and InMemoryStore "
        + "have, or with armature store create --history; a history begins when it is first "
        + "requested.",
      "Create a store with armature store create --history."
    ),
    (
      "Read the data again, and continue from currentHistoryToken().",
      "Read the data again, and continue from the last save that armature history lists."
    ),
    (
      "Restore it, or make a new container for the present file.",
      "Restore it, or try again with the present file."
    ),
    (
      "Open it with migration: .staged and that model, or change",
      "Open it with a program that has that model in a staged migration, or change"
    ),
    (
      "call reload() of the store and refreshAll() of the context, and save again.", "try again."
    ),
    ("or write all entities with json().", "or write all entities as JSON."),
    (
      "or convert them with migration: .custom",
      "or migrate with a program that converts them"
    ),
    (
      "remove the other names, make them symbolic links, or allow them: JSONFileStore(path, "
        + "allowsHardLinks: true).",
      "remove the other names, or make them symbolic links."
    ),
    (
      "remove the other names, make them symbolic links, or allow them if no one uses them: "
        + "SQLiteStore(path, allowsHardLinks: true).",
      "remove the other names, or make them symbolic links."
    ),
    (", or open it read-only: SQLiteStore(path, readOnly: true).", "."),
    (
      "; a read-only store needs no writable folder: SQLiteStore(path, readOnly: true).", "."
    ),
    (
      "Read the data again, and continue from currentHistoryToken(); purgeHistory(upTo:) with "
        + "that token removes the damage.",
      "Read the data again, and remove the damage: armature history --purge-up-to, with the "
        + "last save."
    ),
    (
      "verify() lists all unreadable objects; fetch with returnsObjectsAsFaults to read the "
        + "others, and repair or remove these with a BatchUpdate or a BatchDelete.",
      "armature store check lists all unreadable objects."
    ),
    ("Name a file, or keep the rows in memory: InMemoryStore().", "Name a file."),
  ]

  /// Returns a library message reworded for the command line.
  static func reworded(_ message: String) -> String {
    pairs.reduce(message) { $0.replacing($1.programming, with: $1.command) }
  }
}

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
