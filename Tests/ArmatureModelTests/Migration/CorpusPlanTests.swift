import ArmatureModel
import Foundation
import Testing

/// Migration plans for each pair of consecutive versions of public projects' models.
@Suite(
  .enabled(
    if: CorpusModel.folder != nil,
    "The models of public projects stand beside the repository, in ../shared/corpus, and are not there."
  ))
struct CorpusPlanTests {
  /// A step, with the counts of the corpus.
  private struct Row {
    let model: String
    let from: String
    let to: String
    let counts: [String: Int]
    let isIdentical: Bool
    /// Whether an entity has another parent.
    let isMoved: Bool
    /// The places where old rows need a decision, and the reasons.
    let points: [(place: String, words: String)]

    init(_ fields: [String: String]) {
      func field(_ name: String) -> String { fields[name] ?? "" }
      (model, from, to) = (field("model"), field("from"), field("to"))
      counts = fields.compactMapValues { Int($0) }
      isIdentical = field("identicalShape") == "yes"
      isMoved = counts["parentChanged"] != 0
      points = field("pointsToCheck").split(separator: ";").compactMap { point in
        let words = point.split(separator: " ", maxSplits: 1).map(String.init)
        // The corpus contains only the beginning of long lists.
        guard words.count == 2, words[0].contains(".") else { return nil }
        let place = words[0].split(separator: ".").map { "x\($0)" }.joined(separator: ".")
        return (place, words[1])
      }
    }

    func plan() throws -> MigrationPlan {
      func model(_ version: String) throws -> ManagedObjectModel {
        try CorpusModel.model(at: "\(self.model)/\(version).xcdatamodel/contents")
      }
      return MigrationPlan(from: try model(from), to: try model(to))
    }
  }

  private static func rows() throws -> [Row] {
    guard let folder = CorpusModel.folder else { return [] }
    let text = try String(contentsOf: folder.appending(path: "model-steps.tsv"), encoding: .utf8)
    let lines = text.split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
    return lines.dropFirst().map { Row(Dictionary(uniqueKeysWithValues: zip(lines[0], $0))) }
  }

  @Test func `each step of each model has a plan, which agrees with what is known of the step`()
    throws
  {
    let rows = try Self.rows()
    #expect(rows.count == 227)
    for row in rows {
      let (plan, name) = (try row.plan(), Comment(rawValue: "\(row.model): \(row.from), \(row.to)"))
      #expect(plan.effect < .impossible, name)
      // The corpus orders versions by name, so this step leads back. An entity is found by its later name, which the
      // corpus does not consider.
      if row.from == "ArtsyFolio v2.7.0" { continue }
      if row.isIdentical { #expect(plan.effect == .nothing, name) }
      for point in row.points {
        let steps = plan.steps.filter { $0.place == point.place }
        #expect(
          row.isMoved || steps.contains { Self.answers($0, point.words) },
          "\(name): \(point), \(steps)")
      }
      // The corpus counts declared properties rather than inherited ones. If an entity gets another parent, its former
      // declarations can become inherited.
      if row.isMoved { continue }
      for (column, kind) in Self.columns {
        #expect(
          plan.steps.count { $0.kind == kind } == row.counts[column], "\(name): \(column)")
      }
      let renamed = ["attributesRenamed", "relationshipsRenamed"].compactMap { row.counts[$0] }
      #expect(
        plan.steps.count { $0.kind == .renameProperty } == renamed.reduce(0, +), name)
      // The corpus counts an inverse with another name as changed.
      if renamed[1] == 0 {
        #expect(
          plan.steps.count { $0.kind == .changeInverse } == row.counts["inverseChanged"], name)
      }
      if row.points.isEmpty {
        // The corpus does not consider these.
        let others = plan.steps.filter { step in
          step.effect == .needsValue && ![.changeMeaning, .makeRequired].contains(step.kind)
        }
        #expect(others.isEmpty, name)
      }
    }
  }

  /// Returns whether a step matches the corpus's words about its place.
  private static func answers(_ step: MigrationPlan.Step, _ words: String) -> Bool {
    let (kind, effect) = (step.kind, step.effect)
    return switch words {
    case "new, required, no default": kind == .addAttribute && effect == .needsValue
    case "became required, no default": kind == .makeRequired && effect == .needsValue
    case "new, required to-one relationship", "new, required to-many relationship":
      kind == .addRelationship && effect == .needsValue
    case "other destination": kind == .changeDestination && effect >= .needsValue
    case "Integer 64 to Double": kind == .convertValues && effect == .mayLose
    default: kind == .convertValues && effect == .lossless
    }
  }

  private static let columns: [(String, MigrationPlan.Kind)] = [
    ("entities+", .addEntity), ("entities-", .removeEntity), ("entitiesRenamed", .renameEntity),
    ("attributes+", .addAttribute), ("attributes-", .removeAttribute),
    ("typeChanged", .convertValues), ("becameOptional", .makeOptional),
    ("becameRequired", .makeRequired), ("relationships+", .addRelationship),
    ("relationships-", .removeRelationship), ("destinationChanged", .changeDestination),
  ]
}
