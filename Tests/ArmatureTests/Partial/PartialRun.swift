@testable import Armature
import TestSupport

/// A document that arrives in pieces, compared with a load of its whole text.
struct PartialRun {
  let model: ManagedObjectModel
  let entity: String
  var options = LoadOptions()

  /// Everything that a user sees at the end.
  struct Outcome: Equatable, CustomStringConvertible {
    let failures: [String]
    /// The objects as JSON; `nil` if the document is invalid.
    let json: String?

    var description: String { (failures + [json ?? "no objects"]).joined(separator: "\n") }

    init(_ report: ValidationReport, _ context: ManagedObjectContext?) throws {
      failures = report.map(Outcome.line)
      json = try context.map { String(decoding: try $0.json(), as: UTF8.self) }
    }

    /// Returns all facts about a failure that can be compared between contexts.
    static func line(_ failure: ValidationFailure) -> String {
      let place = failure.source.map { "\($0) \($0.path ?? "")" } ?? ""
      return "\(place): \(failure.severity) \(failure.message) [\(failure.code)] \(failure.keyPath)"
    }
  }

  /// Loads a whole text.
  func load(_ bytes: [UInt8]) throws -> Outcome {
    let context = ManagedObjectContext(model: model)
    let input = LoadTexts.Input(
      text: JSONText(bytes, name: ""), layout: .document, entity: entity)
    do {
      return try Outcome(try context.load(LoadTexts([input]), options).result.report, context)
    } catch let report as ValidationReport {
      return try Outcome(report, nil)
    }
  }

  /// Reads a text in pieces.
  ///
  /// - Returns: The end, and the failures that were reported before.
  func read(_ pieces: [ArraySlice<UInt8>]) throws -> (end: Outcome, told: [String]) {
    let document = try PartialDocument(model, as: entity, options: options)
    var told: [ValidationFailure] = []
    for piece in pieces { told += document.append(piece) }
    let lines = told.map(Outcome.line)
    do {
      return (try Outcome(try document.finish(), document.context), lines)
    } catch let report as ValidationReport {
      return (try Outcome(report, nil), lines)
    }
  }

  /// Returns ways to cut a text: not at all, into single bytes, and at random places.
  static func cuts(of bytes: [UInt8], _ random: inout SplitMix64) -> [[ArraySlice<UInt8>]] {
    var cuts = [[bytes[...]], bytes.indices.map { bytes[$0...$0] }]
    for longest in [3, 20] {
      var (pieces, rest) = ([ArraySlice<UInt8>](), bytes[...])
      while !rest.isEmpty {
        pieces.append(rest.prefix(random.number(1...longest)))
        rest = rest.dropFirst(pieces[pieces.count - 1].count)
      }
      cuts.append(pieces)
    }
    return cuts
  }
}
