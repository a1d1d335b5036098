import ArmatureModel

/// The statements that a schema makes about a value. They are merged from the schema, the schemas to which it refers,
/// and its parts.
struct SchemaForm {
  /// The schema that this form describes.
  let node: SchemaNode
  /// The keywords that the other properties do not contain. If a key occurs several times, the outermost one comes
  /// first.
  var keywords: [SchemaNode.Member] = []
  /// The types of the values, without `null`; `nil` for any.
  var types: [String]?
  /// The possible values, without `null`; `nil` for any.
  var values: [SchemaNode]?
  /// Whether a value may be `null`.
  var isNullable = false
  /// Whether `null` is the only valid value.
  var isNull = false
  /// The entities with records that are valid here.
  var targets: [String] = []
  /// The values that may replace a record to identify it.
  var identities: [SchemaForm] = []
  /// The alternative forms, if they cannot be merged into one.
  var alternatives: [SchemaForm] = []
  /// The keywords for choices that the other properties do not contain. The first one contains the alternatives.
  var choices: [SchemaNode.Member] = []
  /// Whether the schemas contradict each other, so that no value is valid.
  var isImpossible = false
  /// Whether one of the schemas excludes null, although another allows it.
  var rejectsNull = false
  /// Whether a reference is broken, which was already reported.
  var isBroken = false

  /// The maximum number of identities. If an entity has more, one of them is enough.
  private static let mostIdentities = 10

  init(_ node: SchemaNode) { self.node = node }

  /// The value of a keyword.
  subscript(key: String) -> SchemaNode? { keywords.first { $0.key == key }?.node }

  func member(_ key: String) -> SchemaNode.Member? { keywords.first { $0.key == key } }

  /// Whether the schema lists properties.
  var hasProperties: Bool { keywords.contains { $0.key == "properties" } }

  /// Adds the statements of another form.
  mutating func add(_ other: SchemaForm) {
    for member in other.keywords where !keywords.contains(where: { $0.offset == member.offset }) {
      keywords.append(member)
    }
    let allowsNull = [self, other].filter { $0.types != nil || $0.values != nil }.map(\.isNullable)
    if let types = other.types { narrow(toTypes: types) }
    if let values = other.values { add(values: values) }
    isNullable = isNullable || other.isNullable
    rejectsNull = rejectsNull || other.rejectsNull || Set(allowsNull).count > 1
    isImpossible = isImpossible || other.isImpossible
    isNull = isNull || other.isNull
    for target in other.targets where !targets.contains(target) { targets.append(target) }
    if identities.count < Self.mostIdentities { identities += other.identities }
    if choices.isEmpty { alternatives = other.alternatives }
    choices += other.choices.filter { choice in !choices.contains { $0.offset == choice.offset } }
    isBroken = isBroken || other.isBroken
  }

  /// Whether only the alternatives determine the types.
  var typesAreAlternatives: Bool { types == nil && !alternatives.isEmpty }

  /// Replaces the alternatives by one of them.
  mutating func choose(_ alternative: SchemaForm) {
    (keywords, types) = (alternative.keywords + keywords, alternative.types)
    if let values = alternative.values { add(values: values) }
  }

  private mutating func narrow(toTypes types: [String]) {
    guard let known = self.types else {
      self.types = types
      return
    }
    func takes(_ types: [String], _ type: String) -> Bool {
      types.contains(type) || type == "integer" && types.contains("number")
    }
    let common = known.filter { takes(types, $0) } + types.filter { takes(known, $0) }
    var seen: Set<String> = []
    self.types = common.filter { seen.insert($0).inserted }
    if common.isEmpty {
      self.types = types
      isImpossible = true
    }
  }

  /// Restricts the values to a list.
  mutating func add(values: [SchemaNode]) {
    guard let known = self.values else {
      self.values = values
      return
    }
    let texts = Set(values.map(\.shortText))
    let common = known.filter { texts.contains($0.shortText) }
    if common.isEmpty { isImpossible = true } else { self.values = common }
  }

  /// Adds a choice between several forms.
  mutating func add(anyOf forms: [SchemaForm], _ member: SchemaNode.Member) {
    let others = forms.filter { !$0.isNull }
    isNullable = isNullable || others.count < forms.count || others.contains(where: \.isNullable)
    isBroken = isBroken || others.contains(where: \.isBroken)
    if var only = others.first, others.count == 1 {
      if others.count < forms.count { (only.isNullable, only.rejectsNull) = (true, false) }
      return add(only)
    }
    let records = others.filter { !$0.targets.isEmpty && !$0.hasProperties }
    let scalars = others.filter {
      $0.targets.isEmpty && !$0.hasProperties && $0.types != ["array"] && $0.types != ["object"]
    }
    if !records.isEmpty, records.count + scalars.count == others.count {
      for record in records {
        for target in record.targets where !targets.contains(target) { targets.append(target) }
        if identities.count < Self.mostIdentities { identities += record.identities }
      }
      identities += scalars
      if records.contains(where: \.hasRules) { choices.append(member) }
    } else if !others.isEmpty, others.allSatisfy({ $0.values != nil }) {
      let all = others.flatMap { $0.values ?? [] }
      let counts = Dictionary(grouping: all, by: \.shortText).mapValues(\.count)
      // For `oneOf`, a value that several schemas list is invalid.
      add(values: member.key == "oneOf" ? all.filter { counts[$0.shortText] == 1 } : all)
      if others.contains(where: \.hasRules) { choices.append(member) }
      if types == nil, let first = others[0].types, others.allSatisfy({ $0.types == first }) {
        types = first
      }
    } else {
      if choices.isEmpty { alternatives = Self.flattened(others) }
      choices.append(member)
    }
  }

  /// Whether the form has rules in addition to a list of values.
  private var hasRules: Bool {
    keywords.contains { !SchemaSubject.silent.contains($0.key) && $0.key != "default" }
  }

  /// Returns the alternatives, with nested alternatives expanded if nothing else restricts them.
  private static func flattened(_ forms: [SchemaForm]) -> [SchemaForm] {
    forms.flatMap { form in
      form.alternatives.isEmpty || form.choices.count > 1 || form.hasRules
        ? [form] : form.alternatives
    }
  }
}
