import Armature

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Makes sources of what was named on the command line: which files, how they are set out, and which
/// entity their records are of.
struct DataInput {
  let session: Session
  let model: ManagedObjectModel
  /// The entity of records that nothing else tells the entity of.
  let entity: String?
  /// How the records of the standard input are set out.
  let inputLayout: LoadSource.Layout

  /// The endings of files that are read from a folder; the one list of forms of data.
  static let endings = ["json", "ndjson", "jsonl", "csv", "tsv"]

  /// The sources of files, of folders, and of the standard input, which is `-`.
  func sources(_ paths: [String]) throws -> [LoadSource] {
    try paths.flatMap { path in
      guard FileStatus(path)?.kind == .folder else { return [try source(path)] }
      let names = try Files.names(in: path)
        .filter { !$0.hasPrefix(".") && Self.endings.contains($0.pathEnding) }
      if names.isEmpty {
        let endings = Self.endings.map { "." + $0 }.joined(separator: ", ")
        throw CommandError(
          .noInput, "\(path.displayEscaped()) must have files that end in \(endings), but has none."
        )
      }
      return try names.map { try source(path.appendingPath($0)) }
    }
  }

  /// The source of a file, whose name tells how its records are set out.
  private func source(_ path: String) throws -> LoadSource {
    let isInput = path == "-"
    let layout = isInput ? inputLayout : LoadSource.Layout(ofFile: path)
    if FileStatus(path)?.kind == .file && !isInput {
      let entity = try entity(of: path, layout, try firstCharacter(of: path))
      session.tell("\(path.displayEscaped()) is read, as records of \(entity ?? "all entities").")
      return .file(path, as: entity, layout: layout)
    }
    // A pipe can be read only once, and its beginning tells what it is.
    let bytes = try Files.read(isInput ? "/dev/stdin" : path)
    let entity = try entity(of: path, layout, Self.firstCharacter(of: bytes))
    return .data(Data(bytes), as: entity, layout: layout, name: isInput ? "<stdin>" : path)
  }

  /// The entity of the records in a file; none for an object with an array for each entity.
  private func entity(
    of path: String, _ layout: LoadSource.Layout, _ first: UInt8?
  ) throws -> String? {
    if let entity { return entity }
    let stem = path.pathStem.lowercased()
    let named = model.entities.first {
      $0.name.lowercased() == stem || $0.key?.lowercased() == stem
    }
    // An empty file is a mistake of its own, which loading tells.
    if layout == .document && first != UInt8(ascii: "[") { return nil }
    let only = model.entities.count == 1 ? model.entities.first : nil
    if let found = named ?? only { return found.name }
    let names = model.entities.map(\.name)
    let example = nearMiss(path.pathStem, in: names) ?? names.first ?? "Book"
    throw CommandError(
      .usage,
      "\(path == "-" ? "The standard input" : path.displayEscaped()) must tell the entity of its "
        + "records, but does not. Say it with --entity, as in --entity \(example).")
  }

  private func firstCharacter(of path: String) throws -> UInt8? {
    Self.firstCharacter(of: try Files.beginning(of: path))
  }

  /// The first byte that is no blank and no part of a byte order mark.
  private static func firstCharacter(of bytes: [UInt8]) -> UInt8? {
    bytes.first { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }
  }
}
