import ArmatureModel

/// Predicts the result of loading a document of the fuzzed library, without indexes or rows.
struct PlainLoad {
  enum Outcome {
    case refused(String)
    /// One line for each object, including existing ones, sorted.
    case objects([String])
    /// The documentation does not specify the result.
    case unknown
  }

  /// The reasons to stop reading a document.
  private enum Stop: Error {
    case refused(String)
    case unknown
  }

  private struct Record {
    let entity: String
    var values: [String: String] = [:]
    var links: [String: [String]] = [:]
  }

  private var records: [Record]

  /// - Parameter before: The names of the existing objects, by entity.
  init(before: [String: [String]]) {
    records = before.flatMap { entity, names in
      names.map { Record(entity: entity, values: ["name": $0.quoted]) }
    }
  }

  func outcome(of bytes: [UInt8]) -> Outcome {
    var copy = self
    do throws(Stop) {
      try copy.read(bytes)
      try copy.checkIdentities()
    } catch {
      switch error {
      case .refused(let reason): return .refused(reason)
      case .unknown: return .unknown
      }
    }
    return .objects(copy.records.map(Self.line).sorted())
  }

  private static func line(_ record: Record) -> String {
    let order = ["name", "age", "isbn", "title", "inPrint", "author", "tags"]
    return record.entity
      + order.compactMap { key in
        if let value = record.values[key] { return " \(key)=\(value)" }
        guard let names = record.links[key], !names.isEmpty else { return nil }
        return " \(key)=\(names.joined(separator: ","))"
      }.joined()
  }

  private mutating func read(_ bytes: [UInt8]) throws(Stop) {
    guard let tree = PlainJSON(bytes) else { throw .refused("it is no JSON") }
    guard case .object(let members) = tree else { throw .refused("it is no object") }
    try checkKeys(members.map(\.key))
    for (entity, value) in members {
      guard ["Author", "Book", "Tag"].contains(entity) else { throw .refused("no \(entity)") }
      switch value {
      case .array(let elements): for element in elements { try read(element, entity) }
      case .object: try read(value, entity)
      default: throw .refused("\(entity) is no list")
      }
    }
  }

  private func checkKeys(_ keys: [String]) throws(Stop) {
    if Set(keys.map { Array($0.utf8) }).count < keys.count {
      throw .refused("a key is there twice")
    }
  }

  private mutating func read(_ tree: PlainJSON, _ entity: String) throws(Stop) {
    guard case .object(let members) = tree else { throw .refused("a record is no object") }
    try checkKeys(members.map(\.key))
    var record = Record(entity: entity)
    if entity == "Book" { record.values["inPrint"] = "true" }
    for (key, value) in members {
      switch (entity, key) {
      case ("Author", "name"): record.values[key] = try text(value) { (1...6).contains($0.count) }
      case ("Tag", "name"): record.values[key] = try text(value) { _ in true }
      case ("Author", "age"): record.values[key] = try integer(value) { (0...120).contains($0) }
      case ("Book", "isbn"): record.values[key] = try integer(value) { _ in true }
      case ("Book", "title"):
        record.values[key] = try text(value) { text in
          !text.isEmpty && text.unicodeScalars.allSatisfy { ("a"..."z") ~= $0 || $0 == "é" }
        }
      case ("Book", "inPrint"):
        guard case .bool(let isTrue) = value else { throw .refused("\(key) is no truth value") }
        record.values[key] = "\(isTrue)"
      case ("Book", "author"):
        switch value {
        case .null: break
        case .string(let name): record.links[key] = [name.quoted]
        case .object: throw .unknown
        default: throw .refused("\(key) is no reference")
        }
      case ("Book", "tags"): record.links[key] = try tags(value)
      case ("Author", "books"), ("Tag", "books"): throw .unknown
      default: throw .refused("no \(key) in \(entity)")
      }
    }
    for key in entity == "Book" ? ["isbn", "inPrint"] : ["name"] where record.values[key] == nil {
      throw .refused("\(key) is missing")
    }
    records.append(record)
  }

  private mutating func tags(_ tree: PlainJSON) throws(Stop) -> [String] {
    if case .null = tree { return [] }
    guard case .array(let elements) = tree else { throw .refused("tags are no list") }
    var names: [String] = []
    for element in elements {
      switch element {
      case .string(let name): names.append(name.quoted)
      case .object:
        try read(element, "Tag")
        names.append(records[records.count - 1].values["name"] ?? "")
      default: throw .refused("a tag is no reference")
      }
    }
    // A list that names an object twice is not specified.
    if Set(names.map { Array($0.utf8) }).count < names.count { throw .unknown }
    return names
  }

  private func text(_ tree: PlainJSON, _ isAllowed: (String) -> Bool) throws(Stop) -> String? {
    switch tree {
    case .null: return nil
    case .string(let text):
      if isAllowed(text) { return text.quoted }
      throw .refused("\(text) breaks a rule")
    default: throw .refused("no text")
    }
  }

  private func integer(_ tree: PlainJSON, _ isAllowed: (Int64) -> Bool) throws(Stop) -> String? {
    switch tree {
    case .null: return nil
    case .number(let text):
      // Whole numbers can be written with a fraction or an exponent; mode `value` tests these.
      guard let number = Int64(text) ?? Int64(exactly: Double(text) ?? 0.5) else {
        throw .refused("\(text) is not whole")
      }
      if isAllowed(number) { return "\(number)" }
      throw .refused("\(number) breaks a rule")
    default: throw .refused("no number")
    }
  }

  /// Checks the identities of records, and references to them.
  private func checkIdentities() throws(Stop) {
    for (index, record) in records.enumerated() {
      let identity = record.values["name"] ?? record.values["isbn"] ?? ""
      for other in records[..<index] where other.entity == record.entity {
        if (other.values["name"] ?? other.values["isbn"] ?? "").utf8.elementsEqual(identity.utf8) {
          throw .refused("\(identity) is there twice")
        }
      }
      for (key, names) in record.links {
        for name in names where !isThere(name, key == "author" ? "Author" : "Tag") {
          throw .refused("\(name) is not there")
        }
      }
    }
  }

  private func isThere(_ name: String, _ entity: String) -> Bool {
    records.contains {
      $0.entity == entity && ($0.values["name"] ?? "").utf8.elementsEqual(name.utf8)
    }
  }
}

extension String {
  /// The text as values describe themselves.
  fileprivate var quoted: String { "\(AttributeValue.string(self))" }
}
