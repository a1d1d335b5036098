import Armature
import ArmatureModel

/// A schema as it stands in a file, and what references in it lead to.
struct SchemaFile {
  let root: SchemaNode
  /// The schemas with names, in the order of the file.
  let definitions: [Definition]
  /// The names by the schemas.
  let definitionNames: [ObjectIdentifier: String]
  /// Whether it is one that was written of a model, which has rules of its own.
  let isOurs: Bool
  private let addresses: SchemaAddresses
  /// Whether what stands beside a reference says nothing.
  private let ignoresNeighbours: Bool

  struct Definition {
    let name: String
    let node: SchemaNode
  }

  /// Where schemas have names: today's place, that of before, and that of OpenAPI.
  static let sections = [["$defs"], ["definitions"], ["components", "schemas"]]

  init(_ root: SchemaNode) {
    self.root = root
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
    // The document that a store or a file of data is has this key, which no entity has.
    isOurs = ([root] + definitions.map(\.node)).contains {
      $0["properties"]?["@store"]?["$comment"]?.text == SchemaBuilder.storeComment
    }
    addresses = SchemaAddresses(root)
    let draft = root["$schema"]?.text ?? ""
    ignoresNeighbours = Self.oldDrafts.contains { draft.contains($0) }
  }

  /// The drafts that knew no words beside a reference.
  private static let oldDrafts = ["draft-03", "draft-04", "draft-06", "draft-07"]

  /// What a reference leads to; `nil` for what is not in the file.
  func target(of reference: SchemaNode) -> SchemaNode? { addresses.target(of: reference) }

  /// The words of a schema that say something: beside a reference there were none before 2019.
  func words(of node: SchemaNode) -> [SchemaNode.Member] {
    guard ignoresNeighbours, let reference = node.member("$ref"), reference.node.text != nil else {
      return node.members
    }
    return [reference]
  }

  /// The title of OpenAPI.
  var documentTitle: String? { root["info"]?["title"]?.text }

  /// Whether the file is a model as JSON, which has lists where schemas have objects.
  var isModel: Bool {
    guard case .array? = root["entities"]?.value else { return false }
    return root["$schema"] == nil && root["$defs"] == nil && root["openapi"] == nil
  }
}
