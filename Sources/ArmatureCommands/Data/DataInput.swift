import Armature
import ArmatureTools

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Creates load sources from the operands of a command. It determines the files, their layout, and the entity of their
/// records.
struct DataInput {
  let call: Call
  let model: ManagedObjectModel
  /// The entity of records that do not name their entity otherwise.
  let entity: String?
  /// The layout of the records in the standard input.
  let inputLayout: LoadSource.Layout

  /// The extensions of the files that are read from a folder. No other list of data formats exists.
  static let endings = ["json", "ndjson", "jsonl", "csv", "tsv"]

  /// Returns the sources for files, for folders, and for the standard input, which is written as `-`.
  ///
  /// - Throws: ``CommandError`` if there is no data, or options for tables are given and there is no table.
  func sources(_ paths: [String]) throws -> [LoadSource] {
    let paths = try paths.flatMap(files)
    if let option = tables.given.first, !paths.contains(where: { layout(of: $0).isTable }) {
      throw call.wrong(
        "--\(option) applies to tables, but no file ends in .csv or .tsv. Use --csv if the standard input is "
          + "a table.")
    }
    return try paths.map(source)
  }

  private var tables: TableOptions { TableOptions(call) }

  private func layout(of path: String) -> LoadSource.Layout {
    path == "-" ? inputLayout : LoadSource.Layout(ofFile: path)
  }

  /// Returns the files of a path, which may be a folder.
  private func files(_ path: String) throws -> [String] {
    guard FileStatus(path)?.kind == .folder else { return [path] }
    let names = try Files.names(in: path).filter {
      !$0.hasPrefix(".") && Self.endings.contains($0.pathEnding)
        && isFile(path.appendingPath($0))
    }
    if names.isEmpty {
      let endings = Self.endings.map { "." + $0 }.joined(separator: ", ")
      throw CommandError(
        .noInput, "\(path.shown) must contain files that end in \(endings), but contains none."
      )
    }
    return names.map(path.appendingPath)
  }

  /// Returns whether an entry of a folder is read. If it is skipped, prints a warning.
  ///
  /// Opening a pipe could wait forever for a writer, so pipes are skipped. A broken link is reported when it is opened.
  private func isFile(_ path: String) -> Bool {
    let isOther = FileStatus(path).map { $0.kind != .file } ?? false
    if isOther {
      call.session.warn(
        "\(path.shown) is skipped, because it is not a file.")
    }
    return !isOther
  }

  /// Returns the source of a file, with the layout that its name implies.
  private func source(_ path: String) throws -> LoadSource {
    let isInput = path == "-"
    var layout = layout(of: path)
    if case .csv(let format) = layout { layout = .csv(try tables.format(format)) }
    try checkIsNoDatabase(path)
    if FileStatus(path)?.kind == .file && !isInput && !path.hasForeignBytes {
      let entity = try entity(of: path, layout, try firstCharacter(of: path))
      call.session.tell("\(path.shown) is read as records of \(entity ?? "all entities").")
      return .file(path, as: entity, layout: layout)
    }
    // A pipe can be read only once, and its beginning determines the format. The library cannot open a file if its name
    // is not UTF-8.
    let bytes = try Files.read(isInput ? "/dev/stdin" : path)
    if isInput, let database = DatabaseFile(bytes) {
      throw CommandError(
        .badData,
        "The standard input must be JSON or CSV, but is \(database.words). Pass the output of "
          + "\(database == .store ? "armature export" : "armature import --data").")
    }
    let entity = try entity(of: path, layout, Self.firstCharacter(of: bytes))
    return .data(Data(bytes), as: entity, layout: layout, name: isInput ? "<stdin>" : path.shown)
  }

  /// Returns the entity of a file's records. Returns `nil` for a file with an array for each entity.
  private func entity(
    of path: String, _ layout: LoadSource.Layout, _ first: UInt8?
  ) throws -> String? {
    if let entity { return entity }
    let stem = path.pathStem.lowercased()
    let named = model.entities.first {
      $0.name.lowercased() == stem || $0.key?.lowercased() == stem
    }
    // A document of a JSON Schema is an instance of its root, or a list of instances.
    let root = call.session.schema?.rootEntity
    // Loading reports an empty file.
    if layout == .document && first != UInt8(ascii: "[") { return root }
    let only = model.entities.count == 1 ? model.entities.first : nil
    if let found = named?.name ?? root ?? only?.name { return found }
    let names = model.entities.map(\.name)
    let example = nearMiss(path.pathStem, in: names) ?? names.first ?? "Book"
    throw CommandError(
      .usage,
      "\(path == "-" ? "The standard input" : path.shown) must name the entity of its records, "
        + "but does not. Use --entity, as in --entity \(example).")
  }

  private func firstCharacter(of path: String) throws -> UInt8? {
    Self.firstCharacter(of: try Files.beginning(of: path))
  }

  /// Returns the first byte that is neither white space nor part of a byte order mark.
  private static func firstCharacter(of bytes: [UInt8]) -> UInt8? {
    bytes.first { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }
  }
}

extension DataInput {
  /// - Throws: ``CommandError`` with the command that exports the objects, if the path names a database.
  func checkIsNoDatabase(_ path: String) throws {
    if FileStatus(path) == nil, Self.addresses.contains(where: path.hasPrefix) {
      // The address can contain a password.
      throw CommandError(
        .usage,
        "The data must be in JSON or CSV files, but the address of a database is given. Export its "
          + "objects to a file, and pass this file: armature export, with the same address.")
    }
    guard path != "-", FileStatus(path)?.kind == .file,
      let database = DatabaseFile(try Files.beginning(of: path))
    else { return }
    let command =
      switch database {
      case .store: call.command("export", model: "-", [path])
      case .foreign: call.command("import", model: path, []) + " --data"
      }
    throw CommandError(
      .badData,
      "\(path.shown) must be a JSON or CSV file, but is \(database.words). Export its "
        + "\(database.content) to a file, and pass this file: \(command) > "
        + Self.newName(path.pathStem).shellWord)
  }

  /// How the addresses of databases begin.
  private static let addresses = ["postgresql://", "postgres://", "host="]

  /// Returns the name of a JSON file that does not exist yet.
  private static func newName(_ stem: String) -> String {
    let names = [stem + ".json", stem + ".export.json"]
    return (names.first { FileStatus($0) == nil } ?? stem + ".export-2.json").shown
  }
}

extension LoadSource.Layout {
  fileprivate var isTable: Bool { if case .csv = self { true } else { false } }
}

extension ManagedObjectModel {
  /// Returns the name of the entity in the option `--entity`.
  func entityOption(of call: Call) throws -> String? {
    try call["entity"].map { try entity(named: $0, call).name }
  }

  /// Returns the entity with a given name.
  func entity(named name: String, _ call: Call) throws -> EntityDescription {
    if let entity = self[name] { return entity }
    throw call.wrong(
      Suggestion.text(name, "is not an entity of \(self.name)", among: entities.map(\.name)))
  }
}
