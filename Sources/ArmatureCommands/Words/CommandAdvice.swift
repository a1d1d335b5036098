/// What errors of the library advise programmers to do, in the words of the command line.
enum CommandAdvice {
  /// Parts of messages, and what stands for them; the longer ones first.
  static let pairs: [(programming: String, command: String)] = [
    (
      "tell where it is: SQLiteStore(path, library: …)",
      "name its folder in the variable LD_LIBRARY_PATH"
    ),
    (
      "tell where it is: PostgreSQLStore(url, library: …)",
      "name its folder in the variable LD_LIBRARY_PATH"
    ),
    ("Save again, or wait longer: SQLiteStore(path, busyTimeout: …).", "Try again."),
    ("try again, or wait longer: PostgreSQLStore(url, timeout: …).", "try again."),
    (
      "Let it take more connections, or this store fewer: PostgreSQLStore(url, connections: …).",
      "Let it take more connections, or try again when others have ended theirs."
    ),
    (
      "Give the store a schema of its own: PostgreSQLStore(url, schema: …).",
      "Give the store a schema of its own: ?schema=name at the end of the address."
    ),
    (
      "tell what becomes of the row by migration: .custom.",
      "migrate with a program that tells what becomes of the row."
    ),
    (
      "Make it with keepsHistory: true, which SQLiteStore, PostgreSQLStore and InMemoryStore have, or by armature store"
        + " create --history; a history begins when it is first asked for.",
      "Make a store by armature store create --history."
    ),
    (
      "Read what you need anew, and go on from currentHistoryToken().",
      "Read what you need anew, and go on from the last save that armature history lists."
    ),
    (
      "Put it back, or make a new container for the file that is there now.",
      "Put it back, or try again with the file that is there now."
    ),
    (
      "Open it with migration: .staged, which is told that model, or change",
      "Open it with a program that is told that model, by a staged migration, or change"
    ),
    (
      "call reload() of the store and refreshAll() of the context, and save again.", "try again."
    ),
    ("or write all entities with json().", "or write all entities as JSON."),
    (
      "or tell the container what becomes of them, by migration: .custom",
      "or migrate with a program that tells what becomes of them"
    ),
    (
      "remove the other names, make them symbolic links, or ask for it: JSONFileStore(path, allowsHardLinks: true).",
      "remove the other names, or make them symbolic links."
    ),
    (
      "remove the other names, make them symbolic links, or ask for it where nobody uses them: SQLiteStore(path,"
        + " allowsHardLinks: true).",
      "remove the other names, or make them symbolic links."
    ),
    (", or read it alone: SQLiteStore(path, readOnly: true).", "."),
    (
      "; to read it alone, no folder must be writable: SQLiteStore(path, readOnly: true).", "."
    ),
    (
      "Read what you need anew, and go on from currentHistoryToken(); purgeHistory(upTo:) with that point removes the"
        + " damage.",
      "Read what you need anew, and remove the damage: armature history --purge-up-to, with the last save."
    ),
    (
      "verify() names all that cannot be read; fetch with returnsObjectsAsFaults to read all others, and mend or remove such"
        + " objects by a BatchUpdate or a BatchDelete.",
      "armature store check names all that cannot be read."
    ),
    ("Give a file, or keep the rows in memory: InMemoryStore().", "Give a file."),
  ]

  /// A message of the library, as the command tells it.
  static func told(_ message: String) -> String {
    pairs.reduce(message) { $0.replacing($1.programming, with: $1.command) }
  }
}
