import Armature
import ArmatureModel
import Foundation

/// Random documents: loading must accept the same documents as a simple reader with the same result, and must not
/// change the context otherwise.
enum LoadFuzz {
  private static let model = Result {
    try ManagedObjectModel("Library") {
      Entity("Author") {
        Attribute("name", String.self).identifying().length(1...6)
        Attribute("age", Int?.self).range(0...120)
        Relationship("books", to: "Book", .ordered, inverse: "author")
      }
      Entity("Book") {
        Attribute("isbn", Int.self).identifying()
        Attribute("title", String?.self).matching("[a-zé]+")
        Attribute("inPrint", Bool.self).default(true)
        Relationship("author", to: "Author", inverse: "books")
        Relationship("tags", to: "Tag", .ordered, inverse: "books")
      }
      Entity("Tag") {
        Attribute("name", String.self).identifying()
        Relationship("books", to: "Book", .toMany, inverse: "tags")
      }
    }
  }

  @Sendable static func problem(_ choices: inout Choices, _ trace: Trace) throws -> String? {
    var bytes = Array(document(&choices).utf8)
    if choices.oneIn(4) { change(&bytes, &choices) }
    trace.note(String(decoding: bytes, as: UTF8.self))
    let context = ManagedObjectContext(model: try model.get())
    try context.load(.text(#"{"Author": {"name": "old"}, "Tag": [{"name": "x"}]}"#))
    if choices.oneIn(2) { try context.save() }
    let before = state(of: context)
    if let problem = try updateProblem(bytes, &choices) { return problem }
    let expected = PlainLoad(before: ["Author": ["old"], "Tag": ["x"]]).outcome(of: bytes)
    do {
      try context.load(.data(Data(bytes)))
    } catch let report as ValidationReport {
      if state(of: context) != before { return "it is refused, and changes the context" }
      if report.isValid || report.isEmpty { return "it is refused without an error" }
      for failure in report where failure.source?.line ?? 0 < 1 { return "\(failure) has no place" }
      for format in ReportFormat.allCases where report.rendered(as: format).isEmpty {
        return "the report is empty as \(format)"
      }
      if case .objects = expected { return "it must be taken, but is not: \(report)" }
      return try keepValidProblem(bytes, &choices)
    }
    switch expected {
    case .refused(let reason): return "it must be refused: \(reason)"
    case .unknown: return nil
    case .objects(let objects):
      let found = try lines(of: context)
      return found == objects ? nil : "it must yield \(objects), but yields \(found)"
    }
  }

  /// Checks that the kept objects are valid, and that their number equals the reported one.
  private static func keepValidProblem(_ bytes: [UInt8], _ choices: inout Choices) throws -> String?
  {
    let context = ManagedObjectContext(model: try model.get())
    let mode: LoadOptions.Mode = choices.bool() ? .lenient : .strict
    do {
      let result = try context.load(
        .data(Data(bytes)), options: LoadOptions(mode, onFailure: .keepValid))
      guard context.registeredObjects.count == result.count else {
        return "it keeps another number"
      }
    } catch is ValidationReport {
      return context.registeredObjects.isEmpty ? nil : "it keeps objects of what it refuses"
    }
    let report = context.validate()
    return report.isValid ? nil : "it keeps what is not valid: \(report)"
  }

  /// Checks that updated objects are valid, that loading the document again changes nothing, and that a rejected
  /// document changes nothing.
  private static func updateProblem(_ bytes: [UInt8], _ choices: inout Choices) throws -> String? {
    let context = ManagedObjectContext(model: try model.get())
    try context.load(
      .text(
        #"{"Author": [{"name": "a", "age": 1}, {"name": "b"}], "Tag": [{"name": "x"}, {"name": "t1"}],"#
          + #" "Book": [{"isbn": 1, "author": "a", "tags": ["x"]}, {"isbn": 2, "tags": ["t1", "x"]}]}"#
      ))
    if choices.oneIn(2) { try context.save() }
    let keepsValid = choices.oneIn(2)
    let options = LoadOptions(
      choices.bool() ? .lenient : .strict, onFailure: keepsValid ? .keepValid : .keepNothing,
      onDuplicate: .update)
    let before = state(of: context)
    let data = Data(bytes)
    do {
      let result = try context.load(.data(data), options: options)
      let report = context.validate()
      if !report.isValid { return "the update keeps what is not valid: \(report)" }
      if !result.report.isValid { return nil }
      let text = try context.json()
      try context.load(.data(data), options: options)
      return try context.json() == text ? nil : "the same update again changes something"
    } catch is ValidationReport {
      return state(of: context) == before ? nil : "an update is refused, and changes the context"
    }
  }

  private static func state(of context: ManagedObjectContext) -> [String] {
    context.registeredObjects.map { "\($0) \($0.objectState) \(context.hasChanges)" }
  }

  private static func lines(of context: ManagedObjectContext) throws -> [String] {
    var lines: [String] = []
    func name(_ id: ManagedObjectID, _ key: String) throws -> String {
      "\(try context.registeredObject(for: id)?.value(forKey: key) ?? .null)"
    }
    for object in context.registeredObjects {
      var line = object.entity.name
      for property in object.entity.properties where property.name != "books" {
        switch try object.value(forKey: property.name) {
        case .null: continue
        case .object(let id): line += " \(property.name)=\(try name(id, "name"))"
        case .objects(let ids):
          if ids.isEmpty { continue }
          line += " \(property.name)=\(try ids.map { try name($0, "name") }.joined(separator: ","))"
        case let value: line += " \(property.name)=\(value)"
        }
      }
      lines.append(line)
    }
    return lines.sorted()
  }

  // MARK: Documents

  private static func document(_ choices: inout Choices) -> String {
    var members: [String] = []
    for entity in ["Author", "Book", "Tag"] where !choices.oneIn(4) {
      var records: [String] = []
      for _ in 0..<choices.below(3) { records.append(record(entity, &choices)) }
      let list = "[\(records.joined(separator: ", "))]"
      let isAlone = records.count == 1 && choices.oneIn(4)
      members.append("\"\(choices.oneIn(40) ? "Autor" : entity)\": \(isAlone ? records[0] : list)")
    }
    return "{\(members.joined(separator: ",\n "))}"
  }

  private static func record(_ entity: String, _ choices: inout Choices) -> String {
    var members: [String] = []
    func add(_ key: String, _ values: [String]) {
      let wrong = ["null", "5", "\"\"", "[]", "{}", "true", "[null]", "-1.5", "\"x\""]
      let value = choices.oneIn(30) ? choices.pick(wrong) : choices.pick(values)
      members.append("\"\(choices.oneIn(60) ? "nmae" : key)\": \(value)")
      if choices.oneIn(60) { members.append("\"\(key)\": \(value)") }
    }
    let names = ["\"a\"", "\"b\"", "\"é\"", "\"e\u{301}\"", "\"c\\u0064\"", "\"long\"", "\"q\""]
    switch entity {
    case "Author":
      if !choices.oneIn(30) { add("name", names + ["\"longer one\""]) }
      if choices.bool() { add("age", ["7", "0", "120", "1e1", "30.0", "121", "2.5", "null"]) }
    case "Book":
      if !choices.oneIn(30) {
        add("isbn", ["1", "2", "3", "4", "5e0", "-6", "9223372036854775807"])
      }
      if choices.bool() { add("title", ["\"a\"", "\"é\"", "\"A\"", "null", "\"abc\""]) }
      if choices.bool() { add("inPrint", ["true", "false", "null"]) }
      if choices.bool() { add("author", names + ["\"old\"", "null"]) }
      if choices.bool() {
        add("tags", ["[]", "[\"x\"]", "[\"t1\"]", "[\"t2\", \"x\"]", "[{\"name\": \"n\"}, \"x\"]"])
      }
    default: if !choices.oneIn(30) { add("name", ["\"t1\"", "\"t2\"", "\"t3\"", "\"x\""]) }
    }
    return "{\(members.joined(separator: ", "))}"
  }

  private static func change(_ bytes: inout [UInt8], _ choices: inout Choices) {
    for _ in 0...choices.below(3) where !bytes.isEmpty {
      let place = choices.below(bytes.count)
      switch choices.below(5) {
      case 0: bytes[place] ^= 1 << UInt8(choices.below(8))
      case 1: bytes.remove(at: place)
      case 2: bytes.insert(UInt8(truncatingIfNeeded: choices.next()), at: place)
      case 3: bytes.removeSubrange(place...)
      default: bytes.insert(choices.pick(Array("{}[]\",: \n\\".utf8)), at: place)
      }
    }
  }
}
