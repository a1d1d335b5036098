public import ArmatureModel

/// Why a store in a database of PostgreSQL cannot do what it is asked for.
///
/// ```swift
/// do {
///   _ = try PersistentContainer(model: model, store: PostgreSQLStore("postgresql://localhost:1/shop"))
/// } catch let error as PostgreSQLStoreError {
///   print(error.isTransient)  // true
/// }
/// ```
/// No message has a password in it.
public enum PostgreSQLStoreError: Error, Hashable, Sendable {
  /// There is no client library of PostgreSQL.
  case libraryMissing(path: String, reason: String)
  /// The library cannot be used; `reason` continues a sentence about it.
  case libraryUnfit(path: String, reason: String)
  /// The address is none; `reason` is what libpq says of it.
  case unfitAddress(reason: String)
  /// No connection could be made; `server` is where to, without a password, and `message` what libpq says.
  case noConnection(server: String, message: String)
  /// A connection was lost: nothing of the transaction was saved.
  case connectionLost(server: String, message: String)
  /// A connection was lost while a transaction was ending, and nobody can say yet whether it was saved.
  ///
  /// `transaction` is its number in the table `_armature_transactions`: it was saved if that is there as saved.
  case outcomeUnknown(server: String, transaction: Int64)
  /// No connection was free, or the server has not answered, for as long as the store waits; `step` says which.
  case timedOut(server: String, step: String)
  /// Others have changed the same rows again and again at the same moment, and each try was in vain.
  case contended(server: String, tries: Int)
  /// The store is in the middle of a migration, on a server that changes tables outside of transactions.
  ///
  /// `model` is the fingerprint of the model that it gets, if it is known, and `done` how many of the `count` steps are
  /// done. A program that opens the store with that model goes on with it.
  case migrationUnfinished(server: String, model: ModelFingerprint?, done: Int, count: Int)
  /// The database is not one that this library can use; `reason` continues a sentence about it.
  case unfitDatabase(server: String, reason: String, remedy: String)
  /// A name of the model is longer than the 63 bytes that the database tells apart.
  case longName(name: String, count: Int)
  /// The user may not read what the store has; `right` is what it lacks, as `GRANT` names it, and `message` what the
  /// server says.
  case unreadable(server: String, right: String, message: String)
  /// The server has refused a statement, or a connection; `state` is its SQLSTATE, and `message` what it says.
  case database(server: String, state: String, message: String, constraint: String?)

  /// Whether the same call may succeed a little later.
  ///
  /// Where the outcome is unknown, it is not the same call: look first whether the transaction is there.
  public var isTransient: Bool {
    switch self {
    case .noConnection, .connectionLost, .timedOut, .contended, .migrationUnfinished: true
    case .database(_, "08P01", let message, _):
      // All that a pooler says has this state: what is wrong with the address, and what will pass.
      !["password", "no such", "parameter", "config"].contains { message.contains($0) }
    case .database(_, let state, _, _):
      // No resources, a server that stops, one that only reads, one that has waited too long, and another transaction.
      state.hasPrefix("53") || state.hasPrefix("57")
        || ["25006", "25P03", "40001", "40P01", "55P03"].contains(state)
    default: false
    }
  }
}

extension PostgreSQLStoreError: CustomStringConvertible {
  /// What must be, what is, and what to do.
  public var description: String {
    switch self {
    case .libraryMissing(let path, let reason):
      "The client library of PostgreSQL must be there to open a store in a database, but \(path) is not:"
        + " \(reason). Install it (Debian: apt-get install libpq5), or tell where it is:"
        + " PostgreSQLStore(url, library: …). A program that is linked statically can load no library."
    case .libraryUnfit(let path, let reason):
      "The client library of PostgreSQL must be version \(PostgreSQLLibrary.leastVersion) or later, for several"
        + " threads, but \(path) \(reason). Install a newer one, or tell where it is:"
        + " PostgreSQLStore(url, library: …)."
    case .unfitAddress(let reason):
      "The address of a database must be one that libpq reads, such as postgresql://user@host/shop, but"
        + " \(reason.asClause)."
    case .noConnection(let server, let message) where message.contains("no password supplied"):
      "\(server) must be given a password for the user, but is given none. Put it into the address, PGPASSWORD or"
        + " ~/.pgpass: nothing was saved, and nothing is lost."
    case .noConnection(let server, let message):
      "\(server) must accept a connection, but does not: \(message.asClause). Check that it runs, the address,"
        + " and who may log in from here: nothing was saved, and nothing is lost."
    case .connectionLost(let server, let message):
      "\(server) must stay connected until it has answered, but the connection was lost: \(message.asClause)."
        + " Nothing of the transaction was saved: save again, which makes a new connection."
    case .outcomeUnknown(let server, let transaction):
      "\(server) must say whether a save has ended, but the connection was lost while it did, and no other one"
        + " could be made in time. Look whether _armature_transactions has the number \(transaction), and that it is"
        + " saved: if so, all of it was, and else nothing. Saving again, once the server can be reached, doubles nothing."
    case .timedOut(let server, let step):
      "\(server) must \(step) in the time that the store waits, but has not. Nothing was saved: try again, or"
        + " wait longer: PostgreSQLStore(url, timeout: …)."
    case .contended(let server, let tries):
      "\(server) must find a moment in which nobody else changes the same rows, but has not in \(tries) tries."
        + " Nothing was saved: save again."
    case .migrationUnfinished(let server, let model, let done, let count):
      "\(server) must be migrated to the end before its store is used, but is in the middle of a migration: "
        + (model.map { "\(done) of \(count) steps on the way to the model \($0) are done" }
          ?? "it has the tables of no model")
        + ". Wait for the program that migrates it; if that has ended, open it with the same model and the same"
        + " migration, which goes on from there: nothing is lost."
    case .unfitDatabase(let server, let reason, let remedy):
      "\(server) must be a database for a store of Armature, but \(reason). \(remedy)"
    case .longName(let name, let count):
      "A name in a database of PostgreSQL must have at most 63 bytes, but \(name.quotedForMessage) has \(count):"
        + " PostgreSQL would cut it. Give the entity, the property or the index a shorter name."
    case .unreadable(let server, let right, let message):
      "\(server) must let the user read the store, but PostgreSQL refuses that: \(message.asClause). Grant the user the"
        + " right: GRANT \(right)."
    case .database(let server, let state, let message, _):
      "\(server) must take what the store says, but PostgreSQL answers: \(message.asClause) (SQLSTATE \(state))."
        + Self.remedy(state, message)
    }
  }

  /// What is to be done; a server that speaks another language than English does not tell which rights are missing.
  private static func remedy(_ state: String, _ message: String) -> String {
    switch state {
    case "08P01":
      " If a pooler says so, look at the address and at its settings, or connect to the server itself."
    case "53100": " Make room on its disk, and save again: nothing was saved, and nothing is lost."
    case "53300":
      " Let it take more connections, or this store fewer: PostgreSQLStore(url, connections: …)."
    case "25006":
      " It only reads: connect to the primary server, or let the user write. Nothing was saved."
    case "25P03", "57P05":
      " Nothing of the transaction was saved: try again, which makes a new connection."
    case "28000", "28P01":
      " Check the user, the password (in the address, PGPASSWORD or ~/.pgpass), and who may log in from here."
    case "3D000": " Make the database, or name another one in the address."
    case "42P01", "42703", "3F000":
      " The schema must have the tables of the store: name the one that has them, or go back to a backup."
    case "42501" where message.contains("for database \""):
      " Let the user connect: GRANT CONNECT ON DATABASE. Nothing was saved."
    case "42501" where message.contains("for database "):
      " Grant the user what makes a schema, GRANT CREATE ON DATABASE, or make the schema and GRANT USAGE, CREATE ON"
        + " SCHEMA. Nothing was saved."
    case "42501" where message.contains("for schema "):
      " Grant the user the rights to the schema: GRANT USAGE ON SCHEMA, and CREATE for a store that is yet to be made."
        + " Nothing was saved."
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

  /// What libpq or the server says.
  var reason: String {
    switch self {
    case .connectionLost(_, let message), .unreadable(_, _, let message),
      .database(_, _, let message, _):
      message
    default: description
    }
  }

  /// Whether the error comes from a connection that cannot be used any more.
  var isOfConnection: Bool {
    switch self {
    case .connectionLost, .noConnection, .outcomeUnknown, .timedOut: true
    // A server that ends its connections, or one that was idle for too long, says so first.
    // One of a cluster may not know the end of a transaction.
    case .database(_, let state, _, _):
      state.hasPrefix("57P") || state.hasPrefix("08") || ["25P03", "40003"].contains(state)
    default: false
    }
  }

  /// Whether the user has no right to something, or the server only reads.
  var isOfRights: Bool {
    switch self {
    case .unreadable: true
    case .database(_, let state, _, _): state == "42501" || state == "25006"
    default: false
    }
  }

  /// Whether the transaction was in the way of another one, and may be tried again as it is.
  var isContention: Bool {
    guard case .database(_, let state, let message, _) = self else { return false }
    return state == "40001" || state == "40P01" || message.contains("restart transaction")
  }
}

extension String {
  /// What libpq or the server says, as a part of a sentence: on one line, without the full stop.
  fileprivate var asClause: String {
    let lines = split(whereSeparator: \.isNewline).map { line in
      String(line.drop { $0 == " " || $0 == "\t" })
    }
    let text = lines.joined(separator: "; ")
    return text.hasSuffix(".") ? String(text.dropLast()) : text
  }
}
