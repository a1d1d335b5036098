import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The schemas of a file by their identifiers and anchors. Both are relative to the enclosing identifiers.
struct SchemaAddresses {
  /// The schemas that have an identifier. The key is the absolute identifier without a fragment. The root also has the
  /// empty identifier.
  private var resources: [String: SchemaNode] = [:]
  /// The schemas with an anchor, by address and anchor.
  private var anchors: [String: SchemaNode] = [:]
  /// The references that may lead to other files.
  private(set) var references: [SchemaNode] = []
  /// The base address of each reference, unless it is empty.
  private var bases: [ObjectIdentifier: String] = [:]

  /// Keywords whose members have arbitrary names, including the names of keywords.
  private static let maps: Set<String> = [
    "properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "schemas",
  ]
  /// Keywords that contain values, which are never schemas.
  static let values: Set<String> = ["enum", "const", "default", "example", "examples"]

  /// Whether an identifier next to a reference is ignored, like all other keywords there.
  private let ignoresNeighbours: Bool

  init(_ root: SchemaNode, ignoresNeighbours: Bool) {
    self.ignoresNeighbours = ignoresNeighbours
    resources[""] = root
    visit(root, "")
  }

  private mutating func visit(_ node: SchemaNode, _ outer: String) {
    var base = outer
    let reference = node["$ref"].flatMap { $0.text == nil ? nil : $0 }
    if let id = node["$id"]?.text ?? node["id"]?.text, reference == nil || !ignoresNeighbours {
      let (address, fragment) = Self.parts(of: id)
      // Before 2019-09, an identifier that consists of a fragment was an anchor.
      if !address.isEmpty { base = Self.absolute(address, outer) }
      if fragment.isEmpty {
        if resources[base] == nil { resources[base] = node }
      } else {
        add(anchor: fragment, base, node)
      }
    }
    for key in ["$anchor", "$dynamicAnchor"] {
      if let anchor = node[key]?.text { add(anchor: anchor, base, node) }
    }
    if let reference, !(reference.text?.hasPrefix("#") ?? true) { references.append(reference) }
    if let reference, !base.isEmpty {
      bases[ObjectIdentifier(reference)] = base
    }
    for member in node.members where !Self.values.contains(member.key) {
      if Self.maps.contains(member.key) {
        for named in member.node.members { visit(named.node, base) }
      } else {
        visit(member.node, base)
      }
    }
    for element in node.elements { visit(element, base) }
  }

  private mutating func add(anchor: String, _ base: String, _ node: SchemaNode) {
    let address = base + "#" + anchor
    if anchors[address] == nil { anchors[address] = node }
  }

  /// Returns the target of a reference; `nil` if it is not in the file.
  func target(of reference: SchemaNode) -> SchemaNode? {
    guard let text = reference.text else { return nil }
    let (address, fragment) = Self.parts(of: text)
    let base = bases[ObjectIdentifier(reference)] ?? ""
    return target(ofFragment: fragment, in: address.isEmpty ? base : Self.absolute(address, base))
  }

  /// Returns the part of a resource, by default the root, to which a fragment leads.
  func target(ofFragment fragment: String, in address: String = "") -> SchemaNode? {
    if let node = anchors[address + "#" + fragment] { return node }
    guard let start = resources[address] else { return nil }
    if fragment.isEmpty { return start }
    guard fragment.first == "/" else { return nil }
    var node = start
    for step in fragment.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
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

  /// Splits an address into the address itself and its fragment.
  static func parts(of text: String) -> (address: String, fragment: String) {
    let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    return (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
  }

  private static func absolute(_ address: String, _ base: String) -> String {
    guard !base.isEmpty, let start = URL(string: base),
      let url = URL(string: address, relativeTo: start)
    else { return address }
    return url.absoluteString
  }
}
