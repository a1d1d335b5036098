public import Armature
public import ArmatureModel
import ArmatureSQL

/// An error of a store in a PostgreSQL database.
///
/// ```swift
/// do {
///   _ = try PersistentContainer(model: model, store: PostgreSQLStore("postgresql://localhost:1/shop"))
/// } catch let error as PostgreSQLStoreError {
///   print(error.isTransient)  // true
/// }
/// ```
/// The messages never contain a password.
///
/// ## Topics
///
/// ### Setup
/// - ``libraryMissing(path:reason:)``
/// - ``unsupportedLibrary(path:reason:)``
/// - ``invalidAddress(reason:)``
/// - ``unusableDatabase(server:reason:remedies:)``
/// - ``Remedy``
/// - ``longName(name:count:)``
///
/// ### Connections
/// - ``noConnection(server:message:)``
/// - ``connectionLost(server:message:)``
/// - ``outcomeUnknown(server:transaction:)``
/// - ``timedOut(server:step:)``
///
/// ### Statements
/// - ``isTransient``
/// - ``contended(server:tries:)``
/// - ``unreadable(server:right:message:)``
/// - ``database(server:state:message:constraint:)``
/// - ``migrationUnfinished(server:model:done:count:)``
public enum PostgreSQLStoreError: Error, Hashable, Sendable {
  /// The PostgreSQL client library was not found.
  case libraryMissing(path: String, reason: String)
  /// The library is unsupported. `reason` completes a sentence about the library.
  case unsupportedLibrary(path: String, reason: String)
  /// The address is invalid. `reason` is the message of libpq, the client library of PostgreSQL.
  case invalidAddress(reason: String)
  /// The connection failed. `server` is the address without a password, and `message` is the message of libpq.
  case noConnection(server: String, message: String)
  /// The connection was lost before the transaction was complete. Nothing was saved.
  case connectionLost(server: String, message: String)
  /// The connection was lost during COMMIT, so it is unknown whether the transaction was saved.
  ///
  /// To find out, look into the table `_armature_transactions` for the row with the number `transaction`. The
  /// transaction was saved if this row exists and is marked as saved.
  case outcomeUnknown(server: String, transaction: Int64)
  /// Within the timeout, no connection became free, or the server did not respond. `step` names the cause.
  case timedOut(server: String, step: String)
  /// The save was tried several times. Each try conflicted with other transactions that changed the same rows.
  case contended(server: String, tries: Int)
  /// The store is in the middle of a migration.
  ///
  /// This happens only on a server that changes tables outside transactions.
  ///
  /// `model` is the fingerprint of the new model, or `nil` if it is unknown. `done` of `count` steps are complete. To
  /// resume the migration, open the store with the new model.
  case migrationUnfinished(server: String, model: ModelFingerprint?, done: Int, count: Int)
  /// The database cannot be used by this library. `reason` completes a sentence about the database.
  ///
  /// There may be several reasons, with a remedy each.
  case unusableDatabase(server: String, reason: String, remedies: [Remedy])
  /// A name in the model is longer than 63 bytes, the maximum in PostgreSQL.
  case longName(name: String, count: Int)
  /// The user has no right to read the store.
  ///
  /// `right` is the missing right as it is named in `GRANT`. `message` is the message of the server.
  case unreadable(server: String, right: String, message: String)
  /// The server rejected a statement or a connection. `state` is the SQLSTATE, and `message` is the message of the
  /// server.
  case database(server: String, state: String, message: String, constraint: String?)

  /// A Boolean value that indicates whether the same call may succeed if you try it again a little later.
  ///
  /// The value is `false` for ``outcomeUnknown(server:transaction:)``. In this case, first find out whether the
  /// transaction was saved.
  public var isTransient: Bool {
    switch self {
    case .noConnection, .connectionLost, .timedOut, .contended, .migrationUnfinished: true
    case .database(_, "08P01", let message, _):
      // A pooler uses this state for all errors: for a wrong address as well as for temporary conditions.
      !["password", "no such", "parameter", "config"].contains { message.contains($0) }
    case .database(_, let state, _, _):
      // Insufficient resources, a stopping server, a read-only server, an idle timeout, and conflicts with other
      // transactions.
      state.hasPrefix("53") || state.hasPrefix("57")
        || ["25006", "25P03", "40001", "40P01", "55P03"].contains(state)
    default: false
    }
  }
}

extension PostgreSQLStoreError: CustomStringConvertible, AdvisingError {
  /// A message with the requirement, the actual state, and the remedy.
  public var description: String { message(for: .programmer) }

  package func message(for audience: MessageAudience) -> String {
    switch self {
    case .libraryMissing(let path, let reason):
      "The client library of PostgreSQL must be installed to open a store in a database, but "
        + "\(path) is unusable: \(reason). Install it (Debian: apt-get install libpq5), or "
        + "\(Self.libraryPlace(audience)) A statically linked program cannot load libraries."
    case .unsupportedLibrary(let path, let reason):
      "The client library of PostgreSQL must be version \(PostgreSQLLibrary.leastVersion) or later, for several"
        + " threads, but \(path) \(reason). Install a newer one, or \(Self.libraryPlace(audience))"
    case .invalidAddress(let reason):
      "The address of a database must be one that libpq reads, such as postgresql://user@host/shop, but"
        + " \(reason.asClause)."
    case .noConnection(let server, let message) where message.contains("no password supplied"):
      "\(server) needs a password for the user, but got none. Put it into the address, "
        + "PGPASSWORD or"
        + " ~/.pgpass: nothing was saved, and nothing is lost."
    case .noConnection(let server, let message):
      "\(server) must accept a connection, but does not: \(message.asClause). Check that it "
        + "runs, the address, and the permission to log in from here: nothing was saved, and "
        + "nothing is lost."
    case .connectionLost(let server, let message):
      "\(server) must stay connected until it has answered, but the connection was lost: \(message.asClause)."
        + " Nothing of the transaction was saved: save again, which opens a new connection."
    case .outcomeUnknown(let server, let transaction):
      "\(server) lost the connection during COMMIT, and no other one could be opened in time, "
        + "so it is unknown whether the save succeeded. If _armature_transactions has the "
        + "number \(transaction) as saved, all of it was saved, otherwise nothing. Saving again "
        + "when the server is available duplicates nothing."
    case .timedOut(let server, let step):
      "\(server) must \(step) within the timeout of the store, but did not. Nothing was saved: "
        + audience.words(
          swift: "try again, or wait longer: PostgreSQLStore(url, timeout: …).",
          command: "try again.")
    case .contended(let server, let tries):
      "\(server) must commit without conflicts with other transactions, but did not in \(tries) "
        + "tries. Nothing was saved: save again."
    case .migrationUnfinished(let server, let model, let done, let count):
      "\(server) must be migrated completely before its store is used, but is in the middle of "
        + "a migration: "
        + (model.map { "\(done) of \(count) steps on the way to the model \($0) are done" }
          ?? "its tables belong to no model")
        + ". Wait for the program that migrates it; if that has ended, open it with the same "
        + "model and the same migration, which continues from there: nothing is lost."
    case .unusableDatabase(let server, let reason, let remedies):
      "\(server) must be a database for a store of Armature, but \(reason). "
        + remedies.map { $0.words(for: audience) }.joined(separator: " ")
    case .longName(let name, let count):
      "A name in a PostgreSQL database must have at most 63 bytes, but \(name.quotedForMessage) "
        + "has \(count):"
        + " PostgreSQL would cut it. Give the entity, the property or the index a shorter name."
    case .unreadable(let server, let right, let message):
      "\(server) must let the user read the store, but PostgreSQL does not: "
        + "\(message.asClause). Grant the user the"
        + " right: GRANT \(right)."
    case .database(let server, let state, let message, _):
      "\(server) must accept the statements of the store, but PostgreSQL answers: "
        + "\(message.asClause) (SQLSTATE \(state))."
        + Self.remedy(state, message, for: audience)
    }
  }

  private static func libraryPlace(_ audience: MessageAudience) -> String {
    audience.words(
      swift: "name its path: PostgreSQLStore(url, library: …).",
      command: "name its folder in the variable LD_LIBRARY_PATH.")
  }

  /// Returns the remedy. If the server's language is not English, the missing rights are not recognized.
  private static func remedy(
    _ state: String, _ message: String, for audience: MessageAudience
  ) -> String {
    switch state {
    case "08P01":
      " If this is from a pooler, check the address and its settings, or connect to the server "
        + "directly."
    case "53100": " Free space on its disk, and save again: nothing was saved, and nothing is lost."
    case "53300":
      " Allow more connections, or "
        + audience.words(
          swift: "let this store use fewer: PostgreSQLStore(url, connections: …).",
          command: "try again later.")
    case "25006":
      " It is read-only: connect to the primary server (if the address has several hosts, with "
        + "target_session_attrs=read-write), or let the user write. Nothing was saved."
    case "25P03", "57P05":
      " Nothing of the transaction was saved: try again, which opens a new connection."
    case "28000", "28P01":
      " Check the user, the password (in the address, PGPASSWORD or ~/.pgpass), and the "
        + "permission to log in from here."
    case "3D000": " Create the database, or name another one in the address."
    case "42P01", "42703", "3F000":
      " The schema must have the tables of the store: name the schema that has them, or restore "
        + "a backup."
    case "42501" where message.contains("for database \""):
      " Let the user connect: GRANT CONNECT ON DATABASE. Nothing was saved."
    case "42501" where message.contains("for database "):
      " Grant the user the right to create a schema, GRANT CREATE ON DATABASE, or create the "
        + "schema and GRANT USAGE, CREATE ON SCHEMA. Nothing was saved."
    case "42501" where message.contains("for schema "):
      " Grant the user the rights to the schema: GRANT USAGE ON SCHEMA, and CREATE for a new "
        + "store. Nothing was saved."
    case "42501" where message.contains("for sequence "):
      " Grant the user the keys of new objects: GRANT USAGE ON SEQUENCE. Nothing was saved."
    case "42501" where message.contains("for table "):
      " Grant the user the rights to save: GRANT INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA. Nothing was saved."
    case "42501":
      " Grant the user the rights to the schema, its tables and its sequence. Nothing was saved."
    case "55P03": " Nothing was saved: try again, or give the user a longer lock_timeout."
    case "57014": " Nothing was saved: try again, or give the user a longer statement_timeout."
    case let state where state.hasPrefix("57"): " Nothing was saved: save again when it runs."
    default: ""
    }
  }

  /// The message of libpq or the server, or a clause about the server.
  var reason: String {
    switch self {
    case .connectionLost(_, let message), .noConnection(_, let message),
      .unreadable(_, _, let message), .database(_, _, let message, _):
      message
    case .timedOut(_, let step): "it did not \(step) within the timeout of the store"
    default: description
    }
  }

  /// Whether the connection is unusable after the error.
  var isOfConnection: Bool {
    switch self {
    case .connectionLost, .noConnection, .outcomeUnknown, .timedOut: true
    // A server announces that it closes a connection, or that a connection was idle for too long. A server of a cluster
    // may not know the outcome of a transaction.
    case .database(_, let state, _, _):
      state.hasPrefix("57P") || state.hasPrefix("08") || ["25P03", "40003"].contains(state)
    default: false
    }
  }

  /// Whether the user lacks a right, or the server is read-only.
  var isOfRights: Bool {
    switch self {
    case .unreadable: true
    case .database(_, let state, _, _): state == "42501" || state == "25006"
    default: false
    }
  }

  /// Whether the transaction conflicted with another one and can be retried unchanged.
  var isContention: Bool {
    guard case .database(_, let state, let message, _) = self else { return false }
    return state == "40001" || state == "40P01" || message.contains("restart transaction")
  }
}

extension String {
  /// The message of libpq or the server as a part of a sentence: on one line, without the full stop.
  fileprivate var asClause: String {
    let lines = split(whereSeparator: \.isNewline).map { line in
      String(line.drop { $0 == " " || $0 == "\t" })
    }
    let text = lines.joined(separator: "; ")
    return text.hasSuffix(".") ? String(text.dropLast()) : text
  }
}

extension PostgreSQLStoreError {
  /// The violated constraint; `nil` for other errors.
  var violation: SQLViolation? {
    guard case .database(_, let state, _, let constraint) = self else { return nil }
    return switch state {
    case "23505": (constraint ?? "").hasSuffix("_pkey") ? .key : .unique
    case "23503": .link
    case "23502": .required
    case "54000": .size
    default: nil
    }
  }
}
