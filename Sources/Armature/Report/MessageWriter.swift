import ArmatureModel

/// Looks up, parses and fills templates for one rendering.
final class MessageWriter {
  private let lookup: (String) -> String?
  private let plural: (Int) -> String
  private var templates: [TemplateName: MessageTemplate] = [:]
  private var customTemplates: [String: (message: String, template: MessageTemplate)] = [:]
  private var commonTemplates: [CommonName: CommonTemplate] = [:]
  private var paths: [ObjectIdentifier: (topic: ValidationFailure.Topic, path: String)] = [:]
  /// Messages and paths from data may be as many as the failures.
  private static let cacheLimit = 1_000

  init(
    lookup: @escaping (String) -> String?,
    plural: @escaping (Int) -> String = { $0 == 1 ? "one" : "other" }
  ) {
    self.lookup = lookup
    self.plural = plural
  }

  private struct TemplateName: Hashable {
    let key: String
    let form: String
    let code: String
    let category: String
    let isOne: Bool
  }

  private struct CommonName: Hashable {
    let topic: ObjectIdentifier
    let code: String
    let lengthUnit: String
  }

  private struct CommonTemplate {
    /// Kept alive, so that no other topic can have the same address.
    let topic: ValidationFailure.Topic
    let requirement: ValidationRule.Requirement
    let template: MessageTemplate
  }
}

// MARK: Templates

extension MessageWriter {
  /// Returns the template for a phrase: for its number, its key, or the code.
  func template(for phrase: MessagePhrase, code: String = "") -> MessageTemplate {
    let name = TemplateName(
      key: phrase.key, form: phrase.form, code: code, category: phrase.count.map(plural) ?? "",
      isOne: phrase.count == 1)
    if let template = templates[name] { return template }
    let template = MessageTemplate(text(of: name))
    templates[name] = template
    return template
  }

  private func text(of name: TemplateName) -> String {
    let key = name.form.isEmpty ? name.key : "\(name.key).\(name.form)"
    if !name.category.isEmpty, let text = lookup("\(key).\(name.category)") { return text }
    if let text = lookup(key) { return text }
    if !name.code.isEmpty, let text = lookup(name.code) { return text }
    let english = MessageCatalog.englishTemplates
    return (name.isOne ? english["\(key).one"] : nil) ?? english[key] ?? key
  }

  /// Returns a rule's own message, or its translation, as a template.
  func template(custom message: String) -> MessageTemplate {
    // Two messages may be canonically equivalent, but differ in their bytes.
    if let known = customTemplates[message], known.message.hasSameBytes(as: message) {
      return known.template
    }
    if customTemplates.count == Self.cacheLimit { customTemplates = [:] }
    let template = MessageTemplate(lookup(message) ?? message)
    customTemplates[message] = (message, template)
    return template
  }

  /// Returns a template that all failures of a rule at a property share, or `nil` if they differ in more than the
  /// value.
  ///
  /// Most failures of a large report belong to a few rules. Filling a shared template takes half the time.
  func commonTemplate(
    of failure: ValidationFailure, _ make: () -> MessageTemplate
  ) -> MessageTemplate? {
    guard case .rule(let requirement, _, let details, let others) = failure.kind, details.isEmpty,
      others.isEmpty, !failure.keyPath.isEmpty, requirement.isAboutOneValue, !failure.value.isNull
    else { return nil }
    let topic = failure.topic
    let name = CommonName(
      topic: ObjectIdentifier(topic), code: failure.code, lengthUnit: failure.value.lengthUnit)
    if let known = commonTemplates[name], known.requirement == requirement { return known.template }
    if commonTemplates.count == Self.cacheLimit { commonTemplates = [:] }
    let template = make()
    commonTemplates[name] = CommonTemplate(
      topic: topic, requirement: requirement, template: template)
    return template
  }

  /// Returns the text of a phrase that belongs to no failure.
  func text(_ phrase: MessagePhrase) -> String {
    template(for: phrase).filled { phrase.content(of: $0).map(describe) }
  }

  /// Returns a word, or a phrase with some inserted texts.
  func text(
    _ key: String, count: Int? = nil, _ texts: KeyValuePairs<MessageParameter, String> = [:]
  ) -> String {
    text(
      MessagePhrase(key: key, count: count, arguments: texts.map { ($0.key, .text($0.value)) }))
  }

  /// Returns the word for a key, or `nil`.
  func word(_ key: String) -> String? {
    lookup(key) ?? MessageCatalog.englishTemplates[key]
  }
}

// MARK: Names

extension MessageWriter {
  /// Returns the name of an entity for readers.
  func entityName(_ name: String) -> String { lookup("Entity/\(name)") ?? name }

  /// Returns the name of a property for readers, in one entity or in any; `nil` for the plain name.
  func propertyName(_ name: String, of entity: String?) -> String? {
    entity.flatMap { lookup("Property/\(name)/Entity/\($0)") } ?? lookup("Property/\(name)")
  }

  /// Returns the entity and path of a topic, created once for all failures that share it.
  func path(of topic: ValidationFailure.Topic, _ make: () -> String) -> String {
    let key = ObjectIdentifier(topic)
    if let known = paths[key] { return known.path }
    if paths.count == Self.cacheLimit { paths = [:] }
    let path = make()
    paths[key] = (topic, path)
    return path
  }
}

// MARK: Values

extension MessageWriter {
  func describe(_ content: MessagePhrase.Content) -> String {
    switch content {
    case .text(let text): text
    case .number(let number): String(number)
    case .quoted(let text): text.quotedForMessage
    case .name(let text): text.quotedName()
    case .value(let value): describe(value)
    case .type(let type): describe(type)
    case .choices(let values):
      values.prefix(20).map(describe).joined(separator: ", ") + (values.count > 20 ? ", …" : "")
    case .details(let details):
      details.map { "\($0.name) \(describe($0))" }.joined(separator: ", ")
    }
  }

  /// Returns a value as shown in messages, with translated words.
  func describe(_ value: AttributeValue) -> String {
    switch value {
    case .null: text("value.none")
    case .data(let data): text("value.bytes", count: data.count, [.count: "\(data.count)"])
    default: value.description
    }
  }

  /// Returns a type in a sentence: `a whole number`.
  func describe(_ type: AttributeType) -> String {
    word("type.\(type.storage.swiftName)") ?? type.phrase
  }

  func describe(_ structure: ValidationFailure.Structure) -> String {
    switch structure {
    case .object: text("structure.object")
    case .list: text("structure.list")
    case .record(let entity): text("structure.record", [.target: entity])
    case .reference(let entity): text("structure.reference", [.target: entity])
    case .references(let entity): text("structure.references", [.target: entity])
    case .keyedRecords(let entity): text("structure.keyed", [.target: entity])
    case .writtenObject(let entity): text("structure.written", [.target: entity])
    case .nestedObject: text("structure.object")
    case .referenceInCell(let entity): text("structure.cell", [.target: entity])
    }
  }

  /// Returns the value of a property; for an object, its label.
  func describe(_ detail: ValidationFailure.Detail) -> String {
    guard case .object(let id) = detail.value, let label = detail.label else {
      return describe(detail.value)
    }
    return ValidationFailure.Object(entity: id.entityName, id: id, label: label).description
  }
}
