import Foundation

/// A way to generate random inputs and to determine the expected results independently of the library.
struct FuzzMode: Sendable {
  let name: String
  let summary: String
  /// Runs one case; returns the problem, or `nil` if it succeeds.
  let problem: @Sendable (_ choices: inout Choices, _ trace: Trace) throws -> String?

  static let all = [
    FuzzMode(
      name: "load", summary: "documents, whole and broken, against a plain reader of JSON",
      problem: LoadFuzz.problem),
    FuzzMode(
      name: "document", summary: "nested documents, whole and changed, out as they came in",
      problem: DocumentFuzz.problem),
    FuzzMode(
      name: "csv", summary: "tables, whole and broken, against a plain reader of CSV",
      problem: CSVFuzz.problem),
    FuzzMode(
      name: "pattern", summary: "patterns and texts against ICU", problem: PatternFuzz.problem),
    FuzzMode(
      name: "predicate", summary: "conditions in text against their trees, and what they hold for",
      problem: PredicateFuzz.problem),
    FuzzMode(
      name: "value", summary: "numbers, dates and texts against the C library",
      problem: ValueFuzz.problem),
    FuzzMode(
      name: "graph", summary: "histories of contexts, with hooks and rules that misbehave",
      problem: GraphFuzz.problem),
    FuzzMode(
      name: "hooks", summary: "histories over a container, with hooks that misbehave",
      problem: GraphFuzz.problemOfHooks),
    FuzzMode(
      name: "store", summary: "two contexts on a store that fails, against plain dictionaries",
      problem: StoreFuzz.problem),
    FuzzMode(
      name: "contexts", summary: "contexts beside and over each other, against images of the store",
      problem: ContextsFuzz.problem),
    FuzzMode(
      name: "deletion", summary: "deletions that are taken back after others have saved",
      problem: DeletionFuzz.problem),
    FuzzMode(
      name: "liar", summary: "contexts on a store whose answers cannot be, against what it has",
      problem: ContextsFuzz.problemOfLies),
    FuzzMode(
      name: "window", summary: "saves with those of others in the middle: what is saved is valid",
      problem: LawFuzz.problem),
    FuzzMode(
      name: "turns", summary: "the same without others in the middle",
      problem: LawFuzz.problemOfTurns),
    FuzzMode(
      name: "serial", summary: "saves of several contexts against the same one after the other",
      problem: LawFuzz.problemOfOrder),
    FuzzMode(
      name: "cost", summary: "saves of the only context, which read nothing",
      problem: LawFuzz.problemOfCost),
    FuzzMode(
      name: "sqlite", summary: "two contexts on a file of SQLite, against plain dictionaries",
      problem: SQLiteFuzz.problem),
    FuzzMode(
      name: "sqlite-tree", summary: "contexts beside and over each other on a file of SQLite",
      problem: SQLiteFuzz.problemOfContexts),
    FuzzMode(
      name: "search", summary: "searches in memory against FTS5 in a file of SQLite",
      problem: SearchFuzz.problem),
    FuzzMode(
      name: "migration", summary: "files of SQLite whose models change, row by row",
      problem: MigrationFuzz.problem),
    FuzzMode(
      name: "model", summary: "models, valid and not, against plain checks",
      problem: ModelFuzz.problem),
    FuzzMode(
      name: "report", summary: "reports in all formats, against readers of JSON and XML",
      problem: ReportFuzz.problem),
    FuzzMode(
      name: "xcdatamodel", summary: "models of Xcode, whole and broken, in and out",
      problem: ImportFuzz.problemOfXcode),
    FuzzMode(
      name: "jsonschema", summary: "schemas, whole and broken, in and out",
      problem: ImportFuzz.problemOfSchemas),
  ]
}

/// The steps of a case, printed if it fails.
final class Trace {
  private(set) var lines: [String] = []
  /// Whether to print each line immediately, because a crashing case cannot print later.
  let isImmediate: Bool

  init(isImmediate: Bool = false) { self.isImmediate = isImmediate }

  func note(_ line: @autoclosure () -> String) {
    let line = line()
    lines.append(line)
    guard isImmediate else { return }
    print(line)
    fflush(nil)
  }
}
