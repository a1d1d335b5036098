import Armature
import ArmatureDocuments
import ArmatureModel

/// Properties whose values have no other type than JSON.
extension SchemaReader {
  /// Returns a JSON value that must satisfy the schema of a form.
  ///
  /// A missing value, `null` and all other values are told apart, as in the schema.
  func jsonValue(
    _ name: String, _ key: String?, _ form: SchemaForm, isRequired: Bool,
    _ subject: inout SchemaSubject
  ) -> Found {
    var attribute = AttributeDescription(
      name, .json, isOptional: !isRequired, key: key, site: site(form.node))
    attribute.rules = rule(of: form.node, &subject).map { [$0] } ?? []
    for member in form.keywords where SchemaSubject.silent.contains(member.key) {
      subject.keep(member)
    }
    if let member = form.member("default") {
      subject.keep(member, "but a JSON value has no default here")
    }
    attribute.userInfo = subject.userInfo
    return Found(property: .attribute(attribute), isExact: true)
  }

  /// Returns whether only a JSON value can have all values that a form allows.
  func needsJSON(_ form: SchemaForm) -> Bool {
    if file.isOurs { return false }
    if form.isNull || form.isImpossible { return true }
    if form.hasProperties { return true }
    if form.isArray {
      return form["items"].map { !hasPlainElements($0) } ?? true || form["prefixItems"] != nil
    }
    return !isScalar(form)
  }

  private func hasPlainElements(_ items: SchemaNode) -> Bool {
    guard items.isObject else { return false }
    let item = form(of: items)
    return !item.isNullable && !item.isImpossible && !item.isNull && isScalar(item)
  }

  /// Returns whether all values that a form allows are of one type without parts, or `null`.
  private func isScalar(_ form: SchemaForm) -> Bool {
    if form.hasProperties || form.isArray { return false }
    if form.typesAreAlternatives {
      // Texts of digits are a common way to write decimal numbers.
      let texts = form.alternatives.filter { $0.types == ["string"] }
      let others = form.alternatives.filter { $0.types != ["string"] }
      return !texts.isEmpty && texts.allSatisfy(isOfDigits)
        && others.allSatisfy { $0.types == ["number"] || $0.types == ["integer"] }
    }
    guard let types = form.types ?? form.valueTypes else { return false }
    switch Set(types) {
    case ["string"], ["integer"], ["number"], ["number", "integer"], ["boolean"]: return true
    case ["string", "number"], ["string", "integer"], ["string", "number", "integer"]:
      return isOfDigits(form)
    // An unknown type is reported.
    default: return unknownType(types) != nil
    }
  }

  // MARK: Rules

  /// Returns whether a schema stands for a rule, in a schema that this project has written.
  func isRule(_ part: SchemaNode) -> Bool {
    file.isOurs && part["$id"]?.text?.hasPrefix(JSONValue.ruleIdentifier) ?? false
  }

  /// Returns the rules with schemas that a schema of this project has.
  func ownRules(of node: SchemaNode) -> [ValidationRule] {
    let nodes = [node] + (node["anyOf"]?.elements ?? [])
    return nodes.flatMap { $0["allOf"]?.elements ?? [] }.filter(isRule).map { part in
      var schema = part.json
      schema["$id"] = nil
      return ValidationRule(.schema(schema), site: site(part))
    }
  }

  /// Returns whether a schema of this project allows any JSON value.
  func isOwnJSON(_ form: SchemaForm) -> Bool {
    file.isOurs && form.types == nil && form.values == nil && form.alternatives.isEmpty
      && form.targets.isEmpty && form.keywords.allSatisfy { $0.key == "default" }
  }

  /// Returns a rule that requires a value to satisfy some keywords of a schema, or the whole schema without any
  /// keywords. Returns `nil` if these allow any value.
  func rule(
    by members: [SchemaNode.Member]? = nil, of node: SchemaNode, _ subject: inout SchemaSubject
  ) -> ValidationRule? {
    // These keywords depend on the others of the schema.
    let needsWhole = members?.contains {
      $0.key.hasPrefix("unevaluated") || $0.key == "additionalItems"
    }
    let groups = needsWhole == true ? nil : members.map { [$0] }
    return schema(of: groups, node, &subject).map {
      ValidationRule(.schema($0), site: site(node))
    }
  }

  /// Returns a schema of some keywords for a rule, or of the whole schema without any keywords. Returns `nil` if it
  /// allows any value.
  func schema(
    of groups: [[SchemaNode.Member]]?, _ node: SchemaNode, _ subject: inout SchemaSubject
  ) -> JSONValue? {
    var bundle = SchemaBundle(file)
    let copy = groups.map { bundle.copy(of: $0) } ?? bundle.copy(of: node)
    for reference in bundle.broken { _ = target(of: reference) }
    if subject.isMute { return nil }
    for (source, member) in bundle.patterns {
      subject.note(
        member.offset,
        " has the pattern \(source.quotedForMessage) in \(member.key.quotedForMessage), which Armature does not support. It"
          + " is not checked here.")
    }
    for member in bundle.unchecked {
      subject.note(
        member.offset, " has \(member.key) \(member.node.shortText), which is not checked here.")
    }
    for reference in bundle.dynamic {
      subject.note(
        reference.offset,
        " has a \"$dynamicRef\" or \"$recursiveRef\" that depends on the schemas around it. It always leads to"
          + " \(reference.shortText) here, so values may be not checked here, or may be rejected here."
      )
    }
    if copy == true || copy.objectValue?.isEmpty ?? false { return nil }
    bundleSize += bundle.size
    guard bundleSize <= Self.bundleLimit, bundle.size < SchemaBundle.sizeLimit else {
      subject.note(
        node.offset,
        " has a schema that is too large for a rule, with those to which it refers. Its values are not checked here."
      )
      return nil
    }
    return copy
  }
}
