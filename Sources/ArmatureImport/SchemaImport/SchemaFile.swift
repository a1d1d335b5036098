import Armature
import ArmatureDocuments
import ArmatureModel

/// A schema, with its named parts.
struct SchemaFile {
  let documents: SchemaDocuments
  /// The named schemas, in the order of the file.
  let definitions: [Definition]
  /// The names, by schema.
  let definitionNames: [ObjectIdentifier: String]
  /// Whether this project wrote the schema, for which special rules apply.
  let isOurs: Bool

  /// The root of the main file.
  var root: SchemaNode { documents.root }

  struct Definition {
    let name: String
    let node: SchemaNode
  }

  /// The sections with named schemas: current, older drafts, OpenAPI.
  static let sections = [["$defs"], ["definitions"], ["components", "schemas"]]

  init(_ documents: SchemaDocuments) {
    self.documents = documents
    let root = documents.root
    var definitions: [Definition] = []
    for section in Self.sections {
      let node = section.reduce(root as SchemaNode?) { $0?[$1] }
      for member in node?.members ?? [] {
        definitions.append(Definition(name: member.key, node: member.node))
      }
    }
    self.definitions = definitions
    definitionNames = Dictionary(
      definitions.map { (ObjectIdentifier($0.node), $0.name) },
      uniquingKeysWith: { first, _ in first })
    // Only the document of a store or data file has this key. Entities do not.
    isOurs = ([root] + definitions.map(\.node)).contains {
      $0["properties"]?["@store"]?["$comment"]?.text == SchemaBuilder.storeComment
    }
  }

  /// Returns the target of a reference; `nil` if it is not in the files.
  func target(of reference: SchemaNode) -> SchemaNode? { documents.target(of: reference) }

  /// Returns the keywords of a schema that have an effect. In older drafts, a reference disables all other keywords.
  func words(of node: SchemaNode) -> [SchemaNode.Member] {
    guard let reference = node.member("$ref"), reference.node.text != nil,
      documents.document(of: node).ignoresNeighbours
    else { return node.members }
    return [reference]
  }

  /// The draft of the schema; `nil` if the file does not name one.
  var draft: SchemaDraft? { documents.all[0].draft }

  /// Whether the file is an OpenAPI description of version 3.0, in which `nullable` adds null to a type.
  var isOpenAPI3: Bool { root["openapi"]?.text?.hasPrefix("3.0") ?? false }

  /// The title of an OpenAPI description.
  var documentTitle: String? { root["info"]?["title"]?.text }

  /// Whether the file is an Armature model in JSON. Such a file has lists in places where a schema has objects.
  var isModel: Bool {
    guard case .array? = root["entities"]?.value else { return false }
    return root["$schema"] == nil && root["$defs"] == nil && root["openapi"] == nil
  }
}
