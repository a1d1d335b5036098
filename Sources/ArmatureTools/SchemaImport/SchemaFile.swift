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
  /// What has an identifier or an anchor, by it.
  private let identified: [String: SchemaNode]

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
    var identified: [String: SchemaNode] = [:]
    Self.identify(root, &identified)
    self.identified = identified
  }

  private static func identify(_ node: SchemaNode, _ identified: inout [String: SchemaNode]) {
    if let id = node["$id"]?.text ?? node["id"]?.text, identified[id] == nil {
      identified[id] = node
    }
    for key in ["$anchor", "$dynamicAnchor"] {
      if let anchor = node[key]?.text, identified["#" + anchor] == nil {
        identified["#" + anchor] = node
      }
    }
    for member in node.members { identify(member.node, &identified) }
    for element in node.elements { identify(element, &identified) }
  }

  /// What a reference leads to; `nil` for what is not in the file.
  func target(of reference: String) -> SchemaNode? {
    if reference == "#" { return root }
    if let node = identified[reference] { return node }
    guard let mark = reference.firstIndex(of: "#") else { return nil }
    let base = reference[..<mark]
    guard let start = base.isEmpty ? root : identified[String(base)] else { return nil }
    let pointer = reference[mark...].dropFirst()
    if pointer.isEmpty { return start }
    guard pointer.first == "/" else { return nil }
    var node = start
    for step in pointer.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
      let key = step.withoutPercents.replacing("~1", with: "/").replacing("~0", with: "~")
      if let next = node[key] {
        node = next
      } else if let index = Int(key), node.elements.indices.contains(index) {
        node = node.elements[index]
      } else {
        return nil
      }
    }
    return node
  }

  /// The title of OpenAPI.
  var documentTitle: String? { root["info"]?["title"]?.text }

  /// Whether the file is a model as JSON, which has lists where schemas have objects.
  var isModel: Bool {
    guard case .array? = root["entities"]?.value else { return false }
    return root["$schema"] == nil && root["$defs"] == nil && root["openapi"] == nil
  }
}
