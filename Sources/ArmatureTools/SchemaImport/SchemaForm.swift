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
    if let types = other.types {
      let common = self.types.map { $0.filter(types.contains) } ?? types
      self.types = common.isEmpty ? types : common
    }
    values = values ?? other.values
    isNullable = isNullable || other.isNullable
    isNull = isNull || other.isNull
    for target in other.targets where !targets.contains(target) { targets.append(target) }
    if identities.count < Self.mostIdentities { identities += other.identities }
    if alternatives.isEmpty { alternatives = other.alternatives }
    isBroken = isBroken || other.isBroken
  }

  /// Lets one of several forms stand here.
  mutating func add(anyOf forms: [SchemaForm]) {
    let others = forms.filter { !$0.isNull }
    isNullable = isNullable || others.count < forms.count || others.contains(where: \.isNullable)
    isBroken = isBroken || others.contains(where: \.isBroken)
    if others.count == 1 { return add(others[0]) }
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
    } else if !others.isEmpty, others.allSatisfy({ $0.values != nil }) {
      var seen: Set<ObjectIdentifier> = []
      values =
        values
        ?? others.flatMap {
          ($0.values ?? []).filter { seen.insert(ObjectIdentifier($0)).inserted }
        }
      if types == nil, let first = others[0].types, others.allSatisfy({ $0.types == first }) {
        types = first
      }
    } else if alternatives.isEmpty {
      alternatives = others
    }
  }
}
