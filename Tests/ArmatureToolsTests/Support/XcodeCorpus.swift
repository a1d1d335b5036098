import ArmatureModel
import ArmatureTools
import Foundation

/// The models of public projects, which stand beside this repository and not in it.
enum XcodeCorpus {
  /// What is beside the repository; `nil` if it is not there.
  static let shared: URL? = {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
    let shared = ProcessInfo.processInfo.environment["ARMATURE_SHARED"]
    let folder = (shared.map { URL(filePath: $0) } ?? root.appending(path: "../shared"))
      .standardizedFileURL
    return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }()

  /// A file of the corpus, with what it is said to have.
  struct Entry: CustomStringConvertible {
    let file: String
    let kind: String
    let counts: [String: Int]

    var description: String { file }

    /// The path of the file.
    var path: String { "\(XcodeCorpus.shared?.path ?? "")/corpus/xcdatamodel/\(file)" }

    /// The path of the version, an `.xcdatamodel`.
    var version: String { (path as NSString).deletingLastPathComponent }
  }

  /// The last version of each model; those that are wrong are left out.
  static func latestModels() throws -> [(path: String, model: ManagedObjectModel)] {
    var latest: [String: Entry] = [:]
    for entry in try entries() where entry.kind == "contents" {
      // A folder of versions, or a model that has one only.
      let model = entry.file.split(separator: "/").prefix(2).joined(separator: "/")
      if latest[model].map({ $0.file < entry.file }) ?? true { latest[model] = entry }
    }
    return latest.values.sorted { $0.file < $1.file }.compactMap { entry in
      (try? XcodeModel(contentsOf: entry.path)).map { (entry.file, $0.model) }
    }
  }

  /// All files of the list.
  static func entries() throws -> [Entry] {
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
