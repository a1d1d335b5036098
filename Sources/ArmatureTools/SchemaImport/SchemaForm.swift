/// What a schema says of a value, with all that it refers to and is made of in one place.
struct SchemaForm {
  /// The schema that it was made of.
  let node: SchemaNode
  /// What it says beside what stands below; of several with one key, the outermost comes first.
  var keywords: [SchemaNode.Member] = []
  /// The types that values may have, without `null`; `nil` for any.
  var types: [String]?
  /// The values there may be, without `null`; `nil` for any.
  var values: [SchemaNode]?
  /// Whether a value may be `null`.
  var isNullable = false
  /// Whether a value can be nothing but `null`.
  var isNull = false
  /// The entities whose records may stand there.
  var targets: [String] = []
  /// What may stand there in place of a record, to say which one it is.
  var identities: [SchemaForm] = []
  /// Forms of which any may stand there, where they are not one.
  var alternatives: [SchemaForm] = []
  /// The words with several schemas that the rest does not say; the alternatives are those of the first.
  var choices: [SchemaNode.Member] = []
  /// Whether its schemas exclude each other, so that there is no value.
  var isImpossible = false
  /// Whether null is refused by one of its schemas, though another takes it.
  var refusesNull = false
  /// Whether it refers to what is not there, which has been told.
  var isBroken = false

  /// Of more, one says what is needed.
  private static let mostIdentities = 10

  init(_ node: SchemaNode) { self.node = node }

  /// The value of a keyword.
  subscript(key: String) -> SchemaNode? { keywords.first { $0.key == key }?.node }

  func member(_ key: String) -> SchemaNode.Member? { keywords.first { $0.key == key } }

  /// Whether it has properties, or is said to be an object.
  var hasProperties: Bool { keywords.contains { $0.key == "properties" } }

  /// Narrows this form by another one.
  mutating func add(_ other: SchemaForm) {
    for member in other.keywords where !keywords.contains(where: { $0.offset == member.offset }) {
      keywords.append(member)
    }
    let allowsNull = [self, other].filter { $0.types != nil || $0.values != nil }.map(\.isNullable)
    if let types = other.types { narrow(toTypes: types) }
    if let values = other.values { add(values: values) }
    isNullable = isNullable || other.isNullable
    refusesNull = refusesNull || other.refusesNull || Set(allowsNull).count > 1
    isImpossible = isImpossible || other.isImpossible
    isNull = isNull || other.isNull
    for target in other.targets where !targets.contains(target) { targets.append(target) }
    if identities.count < Self.mostIdentities { identities += other.identities }
    if choices.isEmpty { alternatives = other.alternatives }
    choices += other.choices.filter { choice in !choices.contains { $0.offset == choice.offset } }
    isBroken = isBroken || other.isBroken
  }

  /// Whether the alternatives say of which types the values are.
  var typesAreAlternatives: Bool { types == nil && !alternatives.isEmpty }

  /// Takes one of the alternatives for all that may stand here.
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

  /// Narrows this form to values that stand in a list.
  mutating func add(values: [SchemaNode]) {
    guard let known = self.values else {
      self.values = values
      return
    }
    let texts = Set(values.map(\.shortText))
    let common = known.filter { texts.contains($0.shortText) }
    if common.isEmpty { isImpossible = true } else { self.values = common }
  }

  /// Lets one of several forms stand here, or exactly one.
  mutating func add(anyOf forms: [SchemaForm], _ member: SchemaNode.Member) {
    let others = forms.filter { !$0.isNull }
    isNullable = isNullable || others.count < forms.count || others.contains(where: \.isNullable)
    isBroken = isBroken || others.contains(where: \.isBroken)
    if var only = others.first, others.count == 1 {
      if others.count < forms.count { (only.isNullable, only.refusesNull) = (true, false) }
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
      // Of values that several of the schemas list, none is one that exactly one has.
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

  /// Whether it says more of values than which they are.
  private var hasRules: Bool {
    keywords.contains { !SchemaSubject.silent.contains($0.key) && $0.key != "default" }
  }

  /// The alternatives, those of alternatives among them where these say nothing else.
  private static func flattened(_ forms: [SchemaForm]) -> [SchemaForm] {
    forms.flatMap { form in
      form.alternatives.isEmpty || form.choices.count > 1 || form.hasRules
        ? [form] : form.alternatives
    }
  }
}
