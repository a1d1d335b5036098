public import Foundation

/// The models of public projects, which are outside of the repository.
public enum XcodeCorpus {
  /// The folder of shared data; `nil` if it does not exist.
  public static let shared: URL? = {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    let shared = ProcessInfo.processInfo.environment["ARMATURE_SHARED"]
    let folder = (shared.map { URL(filePath: $0) } ?? root.appending(path: "../shared"))
      .standardizedFileURL
    return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }()

  /// A file of the corpus, with the expected counts.
  public struct Entry: CustomStringConvertible, Sendable {
    /// The path in the corpus.
    public let file: String
    /// The format of the file.
    public let kind: String
    /// The expected counts, by the names of the columns.
    public let counts: [String: Int]

    /// The path in the corpus.
    public var description: String { file }

    /// The path of the file.
    public var path: String { "\(XcodeCorpus.shared?.path ?? "")/corpus/xcdatamodel/\(file)" }

    /// The path of the version, an `.xcdatamodel` folder.
    public var version: String { (path as NSString).deletingLastPathComponent }
  }

  /// Returns the last version of each model.
  public static func latestVersions() throws -> [Entry] {
    var latest: [String: Entry] = [:]
    for entry in try entries() where entry.kind == "contents" {
      // A folder of versions, or a model with a single version.
      let model = entry.file.split(separator: "/").prefix(2).joined(separator: "/")
      if latest[model].map({ $0.file < entry.file }) ?? true { latest[model] = entry }
    }
    return latest.values.sorted { $0.file < $1.file }
  }

  /// Returns all files in the index.
  public static func entries() throws -> [Entry] {
    guard let shared else { return [] }
    let list = shared.appending(path: "corpus/xcdatamodel/index.tsv")
    let lines = try String(contentsOf: list, encoding: .utf8).split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
    return lines.dropFirst().map { line in
      let fields = Dictionary(uniqueKeysWithValues: zip(lines[0], line))
      return Entry(
        file: fields["file"] ?? "", kind: fields["kind"] ?? "",
        counts: fields.compactMapValues { Int($0) })
    }
  }
}
