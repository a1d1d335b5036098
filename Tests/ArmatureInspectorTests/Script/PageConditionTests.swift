import Armature
import ArmatureModel
import Testing

@testable import ArmatureInspector
@testable import ArmatureTesting

/// The script's conditions, compared with the table of conditions for stores.
@Suite(.enabled(if: PageProgram.node != nil, "Node.js is not installed."))
struct PageConditionTests {
  private let probe: StoreProbe
  private let stock: ConformanceStock
  private let program: PageProgram

  init() throws {
    probe = try StoreProbe(.requests, opening: InMemoryStore())
    stock = ConformanceStock(probe)
    let stock = stock
    probe.commit("Rows are inserted.") { stock.insert(&$0) }
    program = try PageProgram(
      InspectorPage(probe.model, objectsOf: probe.container.makeContext()))
  }

  /// The rows of a table that satisfy a condition, or the reason why the page cannot evaluate it.
  private struct Answer: Decodable {
    let rows: [Int]?
    let refusal: String?
  }

  /// Returns the answers of the page for conditions of entities.
  private func answers(_ questions: [(entity: String, text: String)]) throws -> [Answer] {
    let list = try questions.map {
      "[\(try PageProgram.literal($0.entity)), \(try PageProgram.literal($0.text))]"
    }
    return try program.value(
      of: "questions.map(([entity, text]) => answer(tables.get(entity), text))",
      after: """
        const questions = [\(list.joined(separator: ", "))];
        function answer(table, text) {
          try {
            const holds = readCondition(text, table);
            return { rows: [...Array(table.count).keys()].filter(holds) };
          } catch (error) {
            if (!(error instanceof Refusal)) throw error;
            return { refusal: error.message };
          }
        }
        """)
  }

  @Test func `a page finds the same objects as a store, or says that it cannot`() throws {
    var cases: [(RequestCase, entity: String, expected: [Int])] = []
    for condition in RequestCase.all(probe.rows, stock) {
      for entity in probe.model.entities where !entity.isAbstract {
        guard probe.model.entity(entity.name, isKindOf: condition.entity) else { continue }
        let keys = probe.rows.keys(of: entity.name)
        let rows = keys.indices.filter { condition.holds(PlainItem(probe.rows, keys[$0])) }
        cases.append((condition, entity.name, rows))
      }
    }
    let answers = try answers(cases.map { ($0.entity, "\($0.0.predicate)") })
    var rejected: Set<String> = []
    for ((condition, entity, expected), answer) in zip(cases, answers) {
      let text = "\(condition.predicate)"
      if let refusal = answer.refusal {
        // The IDs of the objects differ in each run.
        rejected.insert(text.split(separator: "CAST(").first.map(String.init) ?? text)
        #expect(!refusal.isEmpty)
      } else {
        #expect(answer.rows == expected, "\(entity): \(text)")
      }
    }
    #expect(
      rejected.sorted() == [
        "\"love\" IN tags.name", "SELF == ", "SELF IN {",
        "SUBQUERY(chapters, $a, $a.number >= 1).@count == 2",
        "abs:(pages) == 5", "author != ", "author == ", "author.best == SELF",
        "books.@max.pages == 300",
        "books.@min.pages < 1", "books.@sum.pages > 300", "length:(title) > 4",
        "lowercase:(title) == \"dune\"", "pages * 2 - 1 > 600", "pages + 10 == 310",
      ])
    #expect(answers.count > 90)
  }

  @Test(arguments: [
    ("number >", "Expected a value, but found nothing more."),
    ("number", "Expected a comparison, but found nothing more."),
    ("title LIKE 5", "Expected text after LIKE."),
    ("(number > 1", "Expected ), but found nothing more."),
    ("number > 1 number", "Expected AND or OR, but found number."),
    ("colour == 1", "Chapter must have colour, but has not."),
    ("title MATCHES '('", "Expected a pattern after MATCHES, but ( is invalid."),
  ])
  func `an invalid condition has a reason`(text: String, reason: String) throws {
    #expect(try answers([("Chapter", text)]).map(\.refusal) == [reason])
  }
}
