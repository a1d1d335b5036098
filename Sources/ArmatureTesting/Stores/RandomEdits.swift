import Armature

/// Random edits of rows. After each edit, the rows can be saved.
struct RandomEdits {
  private var random: SplitMix64
  /// The seed, which also makes names unique between seeds.
  private let seed: UInt64
  private let samples: SampleValues
  private var names = 0

  init(seed: UInt64, _ samples: SampleValues) {
    (self.seed, self.samples) = (seed, samples)
    random = SplitMix64(seed: seed)
  }

  mutating func below(_ bound: Int) -> Int { random.below(bound) }

  mutating func oneIn(_ times: Int) -> Bool { random.oneIn(times) }

  /// Returns a random element, or `nil` for an empty array.
  mutating func element<Element>(of elements: [Element]) -> Element? {
    random.element(of: elements)
  }

  mutating func key(in rows: PlainRows, ofKind entity: String) -> Int64? {
    element(of: rows.keys(ofKind: entity))
  }

  mutating func name() -> AttributeValue {
    names += 1
    return .string(random.pick(["a", "É", "z'", "Long name "]) + "\(seed)-\(names)")
  }

  private static let entities = ["Author", "Reader", "Book", "Novel", "Tag", "Chapter"]

  /// Makes a random edit. The closure `key` returns a key for a new row of an entity.
  ///
  /// - Returns: A short description of the edit.
  mutating func edit(_ rows: inout PlainRows, key: (_ entity: String) -> Int64) -> String {
    let all = rows.objects.keys.sorted()
    let choice = random.below(16)
    if all.count < 8 || choice < 3 && all.count < 60 { return insert(&rows, key) }
    guard let chosen = random.element(of: all) else { return "" }
    switch choice {
    case 3: return delete(&rows, chosen)
    case 4...7: return set(&rows, chosen)
    default: return link(&rows, chosen)
    }
  }

  private mutating func insert(_ rows: inout PlainRows, _ key: (String) -> Int64) -> String {
    let entity = random.pick(Self.entities)
    let key = key(entity)
    var values: [String: AttributeValue] = [:]
    for attribute in rows.model[entity]?.attributes ?? [] where !attribute.isTransient {
      values[attribute.name] = value(attribute)
    }
    // The chapter and its number are unique together.
    if entity == "Chapter" { values["number"] = .int(Int64(key)) }
    rows.insert(key, entity, values)
    return "insert \(entity)#\(key)"
  }

  private mutating func delete(_ rows: inout PlainRows, _ key: Int64) -> String {
    let id = rows.id(key)
    rows.delete(key)
    return "delete \(id)"
  }

  private mutating func set(_ rows: inout PlainRows, _ key: Int64) -> String {
    let attributes = (rows.entity(of: key)?.attributes ?? []).filter {
      !$0.isTransient && $0.name != "number"
    }
    guard let attribute = random.element(of: attributes) else { return "" }
    let value = value(attribute)
    rows.set(key, attribute.name, value)
    return "set \(rows.id(key)).\(attribute.name) to \(value)"
  }

  private mutating func value(_ attribute: AttributeDescription) -> AttributeValue {
    if attribute.name == "name" { return name() }
    if attribute.isOptional, random.oneIn(4) { return .null }
    // Long texts are checked separately.
    let samples = attribute.type.word.flatMap { self.samples.short[$0] } ?? []
    return random.element(of: samples) ?? .null
  }

  private mutating func link(_ rows: inout PlainRows, _ key: Int64) -> String {
    guard let relationship = random.element(of: rows.entity(of: key)?.relationships ?? []) else {
      return ""
    }
    let name = relationship.name
    let what = "\(rows.id(key)).\(name)"
    let members = rows.list(key, name)
    let target = self.key(in: rows, ofKind: relationship.destination)
    if !relationship.isToMany {
      let target = random.oneIn(4) ? nil : target
      rows.link(key, name, target)
      return "link \(what) to \(target ?? 0)"
    }
    if relationship.arity == .ordered, members.count > 1, random.oneIn(3) {
      if random.oneIn(2), let member = random.element(of: members) {
        rows.moveToEnd(key, name, member)
        return "move \(member) to the end of \(what)"
      }
      let place = random.below(members.count)
      rows.sort(key, name, Array(members[place...] + members[..<place]))
      return "turn \(what) by \(place)"
    }
    if let member = random.element(of: members), random.oneIn(3) {
      rows.unlink(key, name, member)
      return "remove \(member) from \(what)"
    }
    guard let target else { return "" }
    rows.add(key, name, target)
    return "add \(target) to \(what)"
  }
}

extension SplitMix64 {
  /// Returns a random element of a non-empty array.
  fileprivate mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[below(elements.count)]
  }
}
