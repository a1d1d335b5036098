// Loads the Chinook sample database from JSON: `swift run chinook [--store <file or URL>] <folder>`.
// Exit codes: 0 clean, 1 findings, 64 usage, 65 unreadable data, 66 no input.

import Armature
import ArmaturePostgreSQL
import ArmatureSQLite
import Foundation

let usage = """
  usage: chinook [--store <file or URL>] <folder>

  Loads and checks the eleven tables of the Chinook sample database, a JSON file for each. With --store
  they are saved to a file of SQLite, or to a database of PostgreSQL by a URL such as
  postgresql://user@host/name, if they are not there yet, and the figures are those that are saved.
  """

var arguments = CommandLine.arguments.dropFirst()
var store: String?
if arguments.count > 1, arguments.first == "--store" {
  store = arguments.dropFirst().first
  arguments = arguments.dropFirst(2)
}
guard arguments.count == 1, let folder = arguments.first, !folder.hasPrefix("-") else {
  let isHelp = arguments == ["--help"] || arguments == ["-h"]
  (isHelp ? FileHandle.standardOutput : .standardError).write(Data("\(usage)\n".utf8))
  exit(isHelp ? 0 : 64)
}

let model = try makeChinookModel()

do {
  if let store {
    try answer(from: PersistentContainer(model: model, store: named(store)), loading: folder)
    exit(0)
  }
  let context = ManagedObjectContext(model: model)
  // The files can be in any order: albums may come before their artists.
  let result = try load(folder, into: context)
  printCounts(result.counts, of: model.tables)
  try printFigures(context)
  if !result.report.isEmpty { print(result.report) }
} catch let report as ValidationReport {
  print(report)
  exit(report.hasSyntaxErrors ? 65 : 1)
} catch let error as SQLiteStoreError {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(66)
} catch let error as PostgreSQLStoreError {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(66)
} catch let error as FileReadError {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(66)
}

extension ManagedObjectModel {
  /// The names of the tables, in alphabetical order.
  var tables: [String] { entities.map(\.name).sorted() }
}

func load(_ folder: String, into context: ManagedObjectContext) throws -> LoadResult {
  let sources = context.model.tables.map { LoadSource.file("\(folder)/\($0).json", as: $0) }
  return try context.load(sources, options: LoadOptions(keys: .capitalized))
}

func printCounts(_ counts: [String: Int], of tables: [String]) {
  let width = (tables.map(\.count).max() ?? 0) + 1
  for table in tables {
    print(table.padding(toLength: width, withPad: " ", startingAt: 0), counts[table] ?? 0)
  }
  let all = counts.values.reduce(0, +)
  print("All".padding(toLength: width, withPad: " ", startingAt: 0), all)
}

/// Returns a store for a URL or a file path.
func named(_ store: String) -> any PersistentStore {
  let isAddress = ["postgresql://", "postgres://"].contains(where: store.hasPrefix)
  return isAddress ? PostgreSQLStore(store) : SQLiteStore(store)
}

/// Saves the tables to a store, unless it already has them, and prints its results.
func answer(from container: PersistentContainer, loading folder: String) throws {
  let first = container.makeContext()
  if try first.count("Track") == 0 {
    _ = try load(folder, into: first)
    try first.save()
  }
  // A new context is empty, so all its objects come from the store.
  let context = container.makeContext()
  let tables = container.model.tables
  printCounts(
    Dictionary(uniqueKeysWithValues: try tables.map { ($0, try context.count($0)) }), of: tables)
  try printFigures(context)
}

/// Prints figures computed with key paths through relationships.
func printFigures(_ context: ManagedObjectContext) throws {
  let customers = try context.fetch("Customer")
  let spent = try customers.map { customer in
    (customer, Decimal(attributeValue: try customer.value(forKeyPath: "invoices.@sum.total")) ?? 0)
  }
  print("\nSales: \(spent.reduce(0) { $0 + $1.1 })")
  if let (customer, sum) = spent.max(by: { $0.1 < $1.1 }) {
    let name = try ["firstName", "lastName", "supportRep.firstName"].map { path in
      String(attributeValue: try customer.value(forKeyPath: path)) ?? ""
    }
    print("Best customer: \(name[0]) \(name[1]) spent \(sum), served by \(name[2])")
  }
  let sold = try context.fetch("Artist").map { artist in
    (artist, try artist.value(forKeyPath: "albums.tracks.invoiceLines.@sum.quantity"))
  }
  if let (artist, count) = sold.max(by: { $0.1.compare($1.1) == .ascending }) {
    let name: String = artist.name ?? ""
    print("Best-selling artist: \(name) with \(count) tracks")
  }
  for genre in try context.fetch(FetchRequest("Genre", limit: 3)) {
    let name: String = genre.name ?? ""
    let minutes = try genre.value(forKeyPath: "tracks.@avg.milliseconds")
    let count = try genre.value(forKeyPath: "tracks.@count")
    print("\(name): \(count) tracks, \(Int((Double(attributeValue: minutes) ?? 0) / 1000)) s each")
  }
}
