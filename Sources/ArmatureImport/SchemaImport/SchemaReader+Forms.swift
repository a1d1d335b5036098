import Armature
import ArmatureModel

extension SchemaReader {
  /// Keywords that do not restrict values.
  static let remarks: Set<String> = [
    "$schema", "$id", "id", "$anchor", "$comment", "$defs", "definitions", "$vocabulary", "title",
    "examples", "example", "externalDocs", "xml", "components", "openapi", "info", "paths",
    "servers", "tags", "security", "jsonSchemaDialect", "webhooks",
  ]

  /// Returns the merged statements of a schema about a value.
  func form(of node: SchemaNode) -> SchemaForm {
    var form = SchemaForm(node)
    let id = ObjectIdentifier(node)
    if let name = names[id] {
      form.targets = [name]
      form.isNullable = allowsNull(node)
      return form
    }
    if let known = forms[id] { return known }
    guard takeStep(node) else {
      form.isBroken = true
      return form
    }
    for member in file.words(of: node) { add(member, to: &form) }
    if form.types == [] { form.isNull = true }
    if form.rejectsNull { form.isNullable = false }
    forms[id] = form
    return form
  }

  /// Returns whether the schema of a record also allows null.
  private func allowsNull(_ node: SchemaNode) -> Bool {
    func isNull(_ node: SchemaNode) -> Bool { node["type"]?.text == "null" }
    return node["nullable"]?.bool == true
      || node["type"]?.elements.contains { $0.text == "null" } ?? false
      || (node["anyOf"] ?? node["oneOf"])?.elements.contains(where: isNull) ?? false
  }

  private func add(_ member: SchemaNode.Member, to form: inout SchemaForm) {
    let node = member.node
    switch member.key {
    case "$ref": form.add(reference(node))
    case "allOf": for part in node.elements where !isRule(part) { form.add(self.form(of: part)) }
    case "anyOf", "oneOf": form.add(anyOf: node.elements.map { self.form(of: $0) }, member)
    case "type":
      var types = node.text.map { [$0] } ?? node.elements.compactMap(\.text)
      // An unknown type is reported when the type is needed.
      if types.isEmpty { types = [node.shortText] }
      if types.contains("null") { form.isNullable = true }
      form.types = types.filter { $0 != "null" }
    case "nullable": if node.bool == true { form.isNullable = true }
    case "const":
      if node.isNull {
        form.isNull = true
      } else {
        form.rejectsNull = true
        form.add(values: [node])
      }
    case "enum":
      if node.elements.isEmpty {
        findings.error(
          .invalidMarkup, place(node),
          " must list at least one value as \"enum\", but lists none, so no data would be valid."
        )
      }
      let values = node.elements.filter { !$0.isNull }
      if values.count < node.elements.count {
        form.isNullable = true
      } else {
        form.rejectsNull = true
      }
      if values.isEmpty, !node.elements.isEmpty { form.isNull = true }
      form.add(values: values)
    case _ where Self.remarks.contains(member.key): break
    default: form.keywords.append(member)
    }
  }

  /// Returns the statements of a reference's target.
  private func reference(_ node: SchemaNode) -> SchemaForm {
    var broken = SchemaForm(node)
    broken.isBroken = true
    guard let target = target(of: node) else { return broken }
    let id = ObjectIdentifier(target)
    if names[id] != nil { return form(of: target) }
    guard followed.count < Self.depthLimit else {
      findings.error(
        once: .tooDeep, place(node),
        " must lead to a schema by at most \(Self.depthLimit) references, but leads on to more.")
      return broken
    }
    guard followed.insert(id).inserted else {
      findings.error(
        .invalidMarkup, place(node),
        " must have no schema that is made of itself, but \(shown(node)) is.")
      return broken
    }
    defer { followed.remove(id) }
    return form(of: target)
  }

  /// Returns the target of a reference. If it is missing, reports an error.
  func target(of node: SchemaNode) -> SchemaNode? {
    let reference = node.text ?? ""
    if let target = file.target(of: node) { return target }
    if file.documents.hasFile(of: node) {
      let names = file.definitions.map(\.name)
      let last = reference.split(separator: "/").last.map(String.init) ?? ""
      let near =
        findings.wantsSuggestions
        ? nearMiss(last, in: names).map { " Did you mean \($0.quotedForMessage)?" } ?? "" : ""
      findings.error(
        .unknownDestination, place(node),
        " must have the schema \(shown(node)) that it refers to, but lacks it.\(near)")
    } else if let reason = file.documents.reason(for: node) {
      findings.error(
        .unknownDestination, place(node),
        " must refer to files that can be read, but \(shown(node)) does not: \(reason)")
    } else {
      findings.error(
        .unknownDestination, place(node),
        " must refer to schemas in the same file, or in files of its folder, but \(shown(node)) leads elsewhere."
          + " Bundle the files into one.")
    }
    return nil
  }

  private func shown(_ node: SchemaNode) -> String {
    (node.text ?? node.shortText).quotedForMessage
  }
}
