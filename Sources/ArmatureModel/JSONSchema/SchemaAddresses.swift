#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The schemas of a file by their identifiers and anchors. Both are relative to the enclosing identifiers.
package struct SchemaAddresses {
  /// A schema, with the address that its own references are relative to.
  package struct Target {
    package let node: SchemaNode
    package let base: String
  }

  /// The schemas that have an identifier. The key is the absolute identifier without a fragment. The root also has the
  /// empty identifier.
  private var resources: [String: Target] = [:]
  /// The schemas with an anchor, by address and anchor.
  private var anchors: [String: Target] = [:]
  /// The addresses of the resources with a dynamic anchor, by anchor.
  private var dynamicAnchors: [String: [String]] = [:]
  /// The references that may lead to other files.
  package private(set) var references: [SchemaNode] = []
  /// The base address of each reference, unless it is empty.
  private var bases: [ObjectIdentifier: String] = [:]

  /// Keywords whose members have arbitrary names, including the names of keywords.
  private static let maps: Set<String> = [
    "properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies",
    "schemas",
  ]
  /// Keywords with one schema, or an array of schemas.
  private static let parts: Set<String> = [
    "additionalItems", "additionalProperties", "allOf", "anyOf", "components", "contains",
    "contentSchema", "else", "if", "items", "not", "oneOf", "prefixItems", "propertyNames", "then",
    "unevaluatedItems", "unevaluatedProperties",
  ]
  /// Keywords that contain values, which are never schemas.
  package static let values: Set<String> = ["enum", "const", "default", "example", "examples"]

  /// Whether an identifier next to a reference is ignored, like all other keywords there.
  private let ignoresNeighbours: Bool

  package init(_ root: SchemaNode, ignoresNeighbours: Bool) {
    self.ignoresNeighbours = ignoresNeighbours
    resources[""] = Target(node: root, base: base(of: root, in: ""))
    visit(root, "")
  }

  /// Returns the base address inside of a schema.
  package func base(of node: SchemaNode, in outer: String) -> String {
    guard let id = node["$id"]?.text ?? node["id"]?.text,
      !ignoresNeighbours || node["$ref"]?.text == nil
    else { return outer }
    // Before 2019-09, an identifier that consists of a fragment was an anchor.
    let address = Self.parts(of: id).address
    return address.isEmpty ? outer : Self.absolute(address, outer)
  }

  /// - Parameter isUnknown: Whether the node is the value of a keyword without schemas. Nothing in it has an identifier.
  private mutating func visit(_ node: SchemaNode, _ outer: String, isUnknown: Bool = false) {
    let base = isUnknown ? outer : base(of: node, in: outer)
    let reference = node["$ref"].flatMap { $0.text == nil ? nil : $0 }
    if !isUnknown { addNames(of: node, base, isReference: reference != nil) }
    if let reference, !(reference.text?.hasPrefix("#") ?? true) { references.append(reference) }
    for key in ["$ref", "$dynamicRef", "$recursiveRef"] where !base.isEmpty {
      guard let reference = node[key] else { continue }
      bases[ObjectIdentifier(reference)] = base
    }
    for member in node.members where !Self.values.contains(member.key) {
      if Self.maps.contains(member.key) {
        for named in member.node.members { visit(named.node, base, isUnknown: isUnknown) }
      } else {
        let isKnown = Self.parts.contains(member.key)
        visit(member.node, base, isUnknown: isUnknown || !isKnown)
      }
    }
    for element in node.elements { visit(element, base, isUnknown: isUnknown) }
  }

  /// Adds the identifier and the anchors of a schema.
  private mutating func addNames(of node: SchemaNode, _ base: String, isReference: Bool) {
    if let id = node["$id"]?.text ?? node["id"]?.text, !isReference || !ignoresNeighbours {
      let fragment = Self.parts(of: id).fragment
      if !fragment.isEmpty {
        add(anchor: fragment, base, node)
      } else if resources[base] == nil {
        resources[base] = Target(node: node, base: base)
      }
    }
    for key in ["$anchor", "$dynamicAnchor"] {
      guard let anchor = node[key]?.text else { continue }
      add(anchor: anchor, base, node)
      if key == "$dynamicAnchor" { dynamicAnchors[anchor, default: []].append(base) }
    }
    // The same under its former name, at the root of a resource.
    if node["$recursiveAnchor"]?.bool == true { dynamicAnchors["", default: []].append(base) }
  }

  private mutating func add(anchor: String, _ base: String, _ node: SchemaNode) {
    let address = base + "#" + anchor
    if anchors[address] == nil { anchors[address] = Target(node: node, base: base) }
  }

  /// Returns the target of a reference; `nil` if it is not in the file.
  package func target(of reference: SchemaNode) -> SchemaNode? {
    guard let text = reference.text else { return nil }
    return target(of: text, from: bases[ObjectIdentifier(reference)] ?? "")?.node
  }

  /// Returns the target of a reference that stands in a schema with a base address.
  package func target(of reference: String, from base: String) -> Target? {
    let (address, fragment) = Self.parts(of: reference)
    return target(ofFragment: fragment, in: address.isEmpty ? base : Self.absolute(address, base))
  }

  /// The addresses of the resources with a dynamic anchor.
  package func bases(ofDynamicAnchor anchor: String) -> [String] { dynamicAnchors[anchor] ?? [] }

  /// Returns the part of a resource, by default the root, to which a fragment leads.
  package func target(ofFragment fragment: String, in address: String = "") -> Target? {
    if let target = anchors[address + "#" + fragment] { return target }
    guard var target = resources[address] else { return nil }
    if fragment.isEmpty { return target }
    guard fragment.first == "/" else { return nil }
    for step in fragment.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
      let key = step.withoutPercents.replacing("~1", with: "/").replacing("~0", with: "~")
      let next =
        target.node[key]
        ?? Int(key).flatMap { index in
          target.node.elements.indices.contains(index) ? target.node.elements[index] : nil
        }
      guard let next else { return nil }
      target = Target(node: next, base: base(of: next, in: target.base))
    }
    return target
  }

  /// Splits an address into the address itself and its fragment.
  package static func parts(of text: String) -> (address: String, fragment: String) {
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
