// Loads the Chinook sample database from JSON: `swift run chinook <folder>`.
// Exit codes: 0 clean, 1 findings, 64 usage, 65 unreadable data, 66 no input.

import Armature
import Foundation

let usage = """
  usage: chinook <folder>

  Loads and checks the eleven tables of the Chinook sample database, a JSON file for each.
  """

let arguments = CommandLine.arguments.dropFirst()
guard arguments.count == 1, let folder = arguments.first, !folder.hasPrefix("-") else {
  let isHelp = arguments == ["--help"] || arguments == ["-h"]
  (isHelp ? FileHandle.standardOutput : .standardError).write(Data("\(usage)\n".utf8))
  exit(isHelp ? 0 : 64)
}

let model = try makeChinookModel()
let context = ManagedObjectContext(model: model)

do {
  // The order of the files does not matter: albums may come before their artists.
  let tables = model.entities.map(\.name).sorted()
  let sources = tables.map { LoadSource.file("\(folder)/\($0).json", as: $0) }
  let result = try context.load(sources, options: LoadOptions(keys: .capitalized))

  let width = (tables.map(\.count).max() ?? 0) + 1
  for table in tables {
    print(table.padding(toLength: width, withPad: " ", startingAt: 0), result.counts[table] ?? 0)
  }
  print("All".padding(toLength: width, withPad: " ", startingAt: 0), result.objects.count)
  try printFigures(context)
  if !result.report.isEmpty { print(result.report) }
} catch let report as ValidationReport {
  print(report)
  exit(report.hasSyntaxErrors ? 65 : 1)
} catch let error as FileReadError {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(66)
}

/// Prints what key paths through the relationships make of the rows.
func printFigures(_ context: ManagedObjectContext) throws {
  let customers = context.objects(of: "Customer")
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
  let sold = try context.objects(of: "Artist").map { artist in
    (artist, try artist.value(forKeyPath: "albums.tracks.invoiceLines.@sum.quantity"))
  }
  if let (artist, count) = sold.max(by: { $0.1.compare($1.1) == .ascending }) {
    let name: String = artist.name ?? ""
    print("Best-selling artist: \(name) with \(count) tracks")
  }
  for genre in context.objects(of: "Genre").prefix(3) {
    let name: String = genre.name ?? ""
    let minutes = try genre.value(forKeyPath: "tracks.@avg.milliseconds")
    let count = try genre.value(forKeyPath: "tracks.@count")
    print("\(name): \(count) tracks, \(Int((Double(attributeValue: minutes) ?? 0) / 1000)) s each")
  }
}
