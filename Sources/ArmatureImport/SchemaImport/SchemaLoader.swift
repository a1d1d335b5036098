import Armature
import ArmatureModel

/// Reads a schema, and the files in its folder to which its references lead.
struct SchemaLoader {
  private let findings: ImportFindings
  /// The path of the schema's folder, with a slash. It is `nil` for a text in memory, which has no other files.
  private let folder: String?
  private var texts = SchemaTexts()
  private var documents: [SchemaDocument] = []
  private var unreadable: [String: String] = [:]
  /// The number of values read so far.
  private var count = 0

  /// The maximum number of files.
  private static let fileLimit = 200
  /// The maximum size of all files in bytes.
  static let sizeLimit = 16 << 20

  /// - Throws: `ModelError` if a file is invalid JSON, or the files exceed the limits.
  static func documents(
    of text: JSONText, path: String, hasFiles: Bool, _ findings: ImportFindings
  ) throws(ModelError) -> SchemaDocuments {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    var loader = SchemaLoader(
      findings: findings, folder: hasFiles ? String(path.dropLast(name.count)) : nil)
    try loader.add(text, name, path: path)
    var next = 0
    while hasFiles, next < loader.documents.count {
      try loader.readFiles(of: loader.documents[next])
      next += 1
    }
    return SchemaDocuments(
      texts: loader.texts, all: loader.documents, unreadable: loader.unreadable)
  }

  private init(findings: ImportFindings, folder: String?) {
    (self.findings, self.folder) = (findings, folder)
  }

  private mutating func add(
    _ text: JSONText, _ name: String, path: String
  ) throws(ModelError) {
    let start = texts.add(text, path: path)
    let root = try SchemaParser.root(of: text, from: start, texts, findings, counting: &count)
    documents.append(SchemaDocument(root, path: name, after: documents.first))
  }

  /// Reads the files to which the references of a document lead, except those already read.
  private mutating func readFiles(of document: SchemaDocument) throws(ModelError) {
    for reference in document.addresses.references
    where document.addresses.target(of: reference) == nil {
      guard let folder, let (file, _) = document.file(of: reference, root: documents[0].root),
        unreadable[file] == nil, !documents.contains(where: { $0.path == file })
      else { continue }
      if documents.count == Self.fileLimit {
        throw error(
          at: reference, "A schema must have at most \(Self.fileLimit) files, but has more.")
      }
      do {
        let text = try JSONText.file(
          folder + file, sizeLimit: Self.sizeLimit - min(texts.end, Self.sizeLimit))
        try add(text, file, path: folder + file)
      } catch let error as ModelError {
        throw error
      } catch {
        guard let error = error as? FileReadError else { continue }
        if case .tooLarge = error.reason {
          throw self.error(
            at: reference,
            "The files of a schema must have at most \(Self.sizeLimit >> 20) MiB, but have more.")
        }
        unreadable[file] = error.description
      }
    }
  }

  private func error(at node: SchemaNode, _ message: String) -> ModelError {
    ModelError([
      ModelIssue(
        .unreadableModel, entity: "", message: message, site: texts.site(of: node.offset))
    ])
  }
}
