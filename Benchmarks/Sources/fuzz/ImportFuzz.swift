import ArmatureModel
import ArmatureTools
import Foundation

/// Random model files, valid and invalid: each must produce a model or a report, in limited time and memory.
enum ImportFuzz {
  /// The maximum time for a file in seconds, on a busy machine in a debug build.
  private static let mostSeconds = 20.0
  /// The maximum memory for all cases in KiB.
  private static let mostMemory = 1 << 20

  @Sendable static func problemOfXcode(_ choices: inout Choices, _ trace: Trace) throws -> String? {
    var text = XcodeText(&choices).text
    if choices.oneIn(2) { text = changed(text, &choices) }
    return try problem(text, "xcdatamodel", trace) { path in
      let found = try XcodeModel(contentsOf: path)
      // A written model must read as the same model.
      let written = XcodeDocument(of: found.model)
      let again = try read(written.text, "again") { try XcodeModel(contentsOf: $0).model.entities }
      let isWhole = found.issues.isEmpty && written.issues.isEmpty
      return isWhole && again != found.model.entities ? "it is written as another model" : nil
    }
  }

  @Sendable static func problemOfSchemas(
    _ choices: inout Choices, _ trace: Trace
  ) throws -> String? {
    var text = SchemaText(&choices).text
    if choices.oneIn(2) { text = changed(text, &choices) }
    return try problem(text, "json", trace) { path in
      let found = try JSONSchemaModel(contentsOf: path)
      let written = ModelSchema(found.model).jsonSchema()
      _ = try read(written, "again.json") { try JSONSchemaModel(contentsOf: $0) }
      return SwiftSource(of: found.model).text.isEmpty ? "it has no source" : nil
    }
  }

  /// Returns the problem with processing a text.
  private static func problem(
    _ text: Data, _ ending: String, _ trace: Trace, _ body: (String) throws -> String?
  ) throws -> String? {
    trace.note(String(decoding: text, as: UTF8.self))
    let clock = ContinuousClock()
    let start = clock.now
    var problem: String?
    do {
      problem = try read(text, ending, body)
    } catch let error as ModelError {
      if error.issues.isEmpty { problem = "it is refused without a reason" }
      let nameless = error.issues.first { $0.message.isEmpty || $0.site.line < 0 }
      if let nameless { problem = "\(nameless) has no message or place" }
    }
    let seconds = (clock.now - start) / .seconds(1)
    if seconds > mostSeconds { return "it takes \(seconds) s" }
    let memory = peakMemory
    return memory > mostMemory ? "there are \(memory) KiB of memory in use" : problem
  }

  /// The peak memory of the process in KiB; 0 if it is unknown.
  private static var peakMemory: Int {
    #if os(Linux)
      var usage = rusage()
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
      return usage.ru_maxrss
    #else
      return 0
    #endif
  }

  /// Calls a closure with the path of a file that contains a text.
  private static func read<Result>(
    _ text: Data, _ name: String, _ body: (String) throws -> Result
  ) throws -> Result {
    let url = FileManager.default.temporaryDirectory.appending(
      path: "fuzz-\(ProcessInfo.processInfo.processIdentifier)-\(name)")
    try text.write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    return try body(url.path)
  }

  private static func read<Result>(
    _ text: String, _ name: String, _ body: (String) throws -> Result
  ) throws -> Result {
    try read(Data(text.utf8), name, body)
  }

  /// Returns a text with bytes changed, removed or repeated.
  private static func changed(_ text: Data, _ choices: inout Choices) -> Data {
    var bytes = Array(text)
    for _ in 0...choices.below(4) where !bytes.isEmpty {
      let place = choices.below(bytes.count)
      let end = min(bytes.count, place + choices.below(40))
      switch choices.below(7) {
      case 0: bytes[place] ^= 1 << UInt8(choices.below(8))
      case 1: bytes.removeSubrange(place..<end)
      case 2: bytes.insert(UInt8(truncatingIfNeeded: choices.next()), at: place)
      case 3: bytes.insert(contentsOf: bytes[place..<end], at: choices.below(bytes.count))
      case 4: bytes.insert(choices.pick(Array("\"{}[]<>/=&;:,0-\\\0#$@.".utf8)), at: place)
      case 5 where choices.oneIn(8): bytes.removeSubrange(place...)
      default:
        let digits = choices.pick([
          "", "-1", "1e999", "99999999999999999999", "0.5", "NaN", "é\u{301}",
        ])
        bytes.replaceSubrange(place..<end, with: digits.utf8)
      }
    }
    return Data(bytes)
  }
}
