public import ArmatureModel

/// Documentation of a model for readers. It lists the entities, properties, types and rules, and the places where they
/// are declared.
///
/// ```swift
/// let text = DataDictionary(model).markdown()
/// print(text.hasPrefix("# "))  // true
/// ```
public struct DataDictionary: Sendable {
  private let model: ManagedObjectModel

  /// Creates the dictionary of a model.
  public init(_ model: ManagedObjectModel) { self.model = model }

  /// Returns the dictionary as Markdown, with tables in GitHub's syntax.
  ///
  /// Names and other texts of the model are escaped, so they cannot become markup.
  ///
  /// - Complexity: O(*n*) in the number of properties.
  public func markdown() -> String {
    var parts = ["# \(MarkdownText.plain(model.name))"]
    let overview = MarkdownTable(
      ["Entity", "Parent", "Attributes", "Relationships", "Declared"],
      model.entities.map { entity in
        [
          MarkdownText.code(entity.name), entity.parent.map(MarkdownText.code) ?? "",
          "\(entity.attributes.count)", "\(entity.relationships.count)",
          MarkdownText.site(entity.site),
        ]
      })
    parts += [overview.text] + model.entities.map(section(of:))
    return parts.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
  }

  private func section(of entity: EntityDescription) -> String {
    var parts = ["## \(MarkdownText.plain(entity.name))", facts(about: entity)]
    parts.append(
      MarkdownTable(
        ["Attribute", "Type", "Default", "Rules", "Declared"],
        entity.ownProperties.compactMap(\.asAttribute).flatMap { rows(of: $0, in: []) }
      ).text)
    parts.append(
      MarkdownTable(
        ["Relationship", "Leads to", "Inverse", "When deleted", "Rules", "Declared"],
        entity.ownProperties.compactMap(\.asRelationship).map(row(of:))
      ).text)
    parts.append(fetched(of: entity))
    let rules = ownRules(of: entity)
    if !rules.isEmpty {
      parts.append("Rules:\n\n" + rules.map { "- \($0)" }.joined(separator: "\n"))
    }
    return parts.filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  private func facts(about entity: EntityDescription) -> String {
    var facts: [String] = []
    if entity.isAbstract { facts.append("Abstract: no object belongs to this entity itself.") }
    if let parent = entity.parent.flatMap({ model[$0] }) {
      let inherited = parent.properties.map { MarkdownText.code($0.name) }.joined(separator: ", ")
      facts.append(
        "Inherits from \(MarkdownText.code(parent.name))"
          + (inherited.isEmpty ? "." : ": \(inherited)."))
    }
    if let key = entity.key { facts.append("Its key in data is \(MarkdownText.code(key)).") }
    if entity.className != "ManagedObject" {
      facts.append("Its objects are of the class \(MarkdownText.code(entity.className)).")
    }
    if let name = entity.renamingIdentifier {
      facts.append("It was called \(MarkdownText.code(name)).")
    }
    if !entity.configurations.isEmpty {
      let names = entity.configurations.map(MarkdownText.code).joined(separator: ", ")
      facts.append("It is in the configurations \(names).")
    }
    return facts.joined(separator: " ")
  }

  /// Returns the rows of an attribute and its elements. The names of elements contain dots.
  private func rows(of attribute: AttributeDescription, in path: [String]) -> [[String]] {
    let path = path + [attribute.name]
    var rules = attribute.declaredRules.map { MarkdownText.code($0.description) }
    if case .enumeration(_, _, let cases?) = attribute.type {
      rules.append("one of " + cases.map { MarkdownText.code("\($0)") }.joined(separator: ", "))
    }
    if let derivation = attribute.derivation {
      rules.append("derived: \(MarkdownText.code("\(derivation)"))")
    }
    if attribute.isIdentifying { rules.append("identifying") }
    if attribute.isTransient { rules.append("transient") }
    if attribute.allowsExternalBinaryDataStorage { rules.append("stored externally") }
    if let key = attribute.key { rules.append("key \(MarkdownText.code(key))") }
    if let name = attribute.renamingIdentifier { rules.append("was \(MarkdownText.code(name))") }
    let type = attribute.swiftName + (attribute.isOptional ? "?" : "")
    let row = [
      MarkdownText.code(path.joined(separator: ".")), MarkdownText.code(type),
      attribute.defaultValue?.inWords { MarkdownText.code("\($0)") } ?? "",
      rules.joined(separator: "; "),
      MarkdownText.site(attribute.site),
    ]
    guard case .composite(let elements) = attribute.type.storage else { return [row] }
    return [row] + elements.flatMap { rows(of: $0, in: path) }
  }

  private func row(of relationship: RelationshipDescription) -> [String] {
    var rules: [String] = []
    if !relationship.isOptional { rules.append("required") }
    if relationship.isExpected { rules.append("expected") }
    if relationship.minimumCount > 0 { rules.append("at least \(relationship.minimumCount)") }
    if relationship.maximumCount > 0 { rules.append("at most \(relationship.maximumCount)") }
    if relationship.isTransient { rules.append("transient") }
    if let key = relationship.key { rules.append("key \(MarkdownText.code(key))") }
    if let name = relationship.renamingIdentifier { rules.append("was \(MarkdownText.code(name))") }
    if let key = relationship.mapKey { rules.append("keyed by \(MarkdownText.code(key))") }
    let arity =
      switch relationship.arity {
      case .toOne: "one"
      case .toMany: "many"
      case .ordered: "many, in order:"
      }
    return [
      MarkdownText.code(relationship.name),
      "\(arity) \(MarkdownText.code(relationship.destination))",
      relationship.inverse.map(MarkdownText.code) ?? "",
      relationship.isOwned ? "owned" : relationship.deleteRule.rawValue,
      rules.joined(separator: "; "), MarkdownText.site(relationship.site),
    ]
  }

  private func fetched(of entity: EntityDescription) -> String {
    let rows = entity.ownProperties.compactMap { property -> [String]? in
      guard case .fetched(let fetched) = property else { return nil }
      return [
        MarkdownText.code(fetched.name), MarkdownText.code(fetched.description),
        MarkdownText.site(fetched.site),
      ]
    }
    return MarkdownTable(["Fetched property", "Finds", "Declared"], rows).text
  }

  /// Returns the entity's own rules across properties, and its constraints and indexes.
  private func ownRules(of entity: EntityDescription) -> [String] {
    let parent = entity.parent.flatMap { model[$0] }
    let rules = entity.rules.dropFirst(parent?.rules.count ?? 0).map { rule in
      MarkdownText.code(rule.description)
        + (rule.site.line > 0 ? " (\(MarkdownText.site(rule.site)))" : "")
    }
    let unique = entity.uniquenessConstraints.dropFirst(parent?.uniquenessConstraints.count ?? 0)
    let indexes = entity.indexes.map { index in
      (index.isFullText ? "full-text index " : "index ")
        + MarkdownText.code(index.elements.map(\.property).joined(separator: ", "))
    }
    let templates = entity.fetchTemplates.map { template in
      "fetch template \(MarkdownText.code(template.name)): \(MarkdownText.code("\(template.predicate)"))"
    }
    return rules + unique.map { MarkdownText.code($0.description) } + indexes + templates
  }
}

/// A Markdown table without its empty columns.
struct MarkdownTable {
  /// The lines of the table; empty if it has no rows.
  let text: String

  init(_ headings: [String], _ rows: [[String]]) {
    let columns = headings.indices.filter { column in rows.contains { !$0[column].isEmpty } }
    func line(_ cells: [String]) -> String {
      "| " + columns.map { cells[$0] }.joined(separator: " | ") + " |"
    }
    let rule = "|" + columns.map { _ in "---|" }.joined()
    text = rows.isEmpty ? "" : ([line(headings), rule] + rows.map(line)).joined(separator: "\n")
  }
}

/// Escapes a model's texts for Markdown.
enum MarkdownText {
  /// Returns a text as code that can stand in a table.
  static func code(_ text: String) -> String {
    let text = text.displayEscaped().replacing("|", with: "\\|")
    if text.isEmpty { return "" }
    // The delimiter needs more backticks than any run within the text.
    var (longest, run) = (0, 0)
    for character in text {
      run = character == "`" ? run + 1 : 0
      longest = max(longest, run)
    }
    let fence = String(repeating: "`", count: longest + 1)
    let space = text.hasPrefix("`") || text.hasSuffix("`") ? " " : ""
    return fence + space + text + space + fence
  }

  /// Returns a text for a heading.
  static func plain(_ text: String) -> String {
    text.displayEscaped().escaping("<&" + marks) { scalar in
      switch scalar {
      case "<": "&lt;"
      case "&": "&amp;"
      case _ where marks.unicodeScalars.contains(scalar): "\\\(scalar)"
      default: nil
      }
    }
  }

  private static let marks = "\\`*_{}[]()#+-.!|>~"

  /// Returns the place of a declaration; empty if it is unknown.
  static func site(_ site: DeclarationSite) -> String { code(site.description) }
}

extension DefaultValue {
  /// Returns the description of a default for new objects. The closure converts a constant to text.
  package func inWords(_ constant: (AttributeValue) -> String) -> String {
    switch self {
    case .constant(let value): constant(value)
    case .now: "the time of creation"
    case .uuid: "a new identifier"
    case .uuidv7: "a new time-ordered identifier"
    case .computed: "computed"
    }
  }
}
