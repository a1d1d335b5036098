import Foundation
import Testing

@testable import Armature

/// Conditions on values that closures compute from texts and dates.
@Suite struct ComputedConditionTests {
  private struct Loan: EntityType {
    static let schema = Loan()
    let first = Attribute<String>()
    let last = Attribute<String?>()
    let due = Attribute<Date>()
    let back = Attribute<Date?>()
    let margin = Attribute<Int?>()
  }

  private static func day(_ number: Double) -> Date {
    Date(timeIntervalSinceReferenceDate: number * 86_400)
  }

  /// A condition in both kinds of closures, and the loans that satisfy it.
  struct Condition: Sendable, CustomTestStringConvertible {
    let typed: FetchPredicate
    let untyped: FetchPredicate
    let numbers: [Int]
    var testDescription: String { "\(typed)" }
  }

  private static func both(
    _ typed: (Query<Loan>) -> FetchPredicate, _ untyped: (DynamicQuery) -> FetchPredicate,
    _ numbers: [Int]
  ) -> Condition {
    Condition(typed: typed(Query<Loan>()), untyped: untyped(DynamicQuery()), numbers: numbers)
  }

  /// The loans are: Ada Byron, due on day 10, returned on day 8, margin 86,400; Bo, due on day 10, not returned, no
  /// margin; Cy Young, due on day 20, returned on day 25, margin 0.
  static let conditions = [
    both(
      { $0.first + " " + $0.last == "Ada Byron" }, { $0.first + " " + $0.last == "Ada Byron" }, [0]),
    both(
      { ("<" + $0.first + ">").contains("o") },
      { (DynamicQuery().first + ">").contains("o") && $0.first != "" }, [1]),
    both(
      { ($0.first + $0.last).uppercased() == "CYYOUNG" },
      { ($0.first + $0.last).uppercased() == "CYYOUNG" }, [2]),
    both({ $0.last + $0.first == nil }, { $0.last + $0.first == nil }, [1]),
    both({ $0.back > $0.due }, { $0.back > $0.due }, [2]),
    both({ $0.back - $0.due > 0 }, { $0.back - $0.due > 0.0 }, [2]),
    both({ $0.due - $0.back >= 86_400 * 2 }, { $0.due - $0.back >= 172_800.0 }, [0]),
    both(
      { $0.due + 86_400 * 5 >= $0.back && $0.back != nil },
      { $0.due + 432_000.0 >= $0.back && $0.back != nil }, [0, 2]),
    both(
      { $0.due + $0.margin == ComputedConditionTests.day(11) },
      { $0.due + $0.margin == ComputedConditionTests.day(11) }, [0]),
    both({ $0.due - $0.margin < $0.due }, { $0.due - $0.margin < $0.due }, [0]),
    both(
      { ComputedConditionTests.day(12) - $0.due < 0 },
      { ComputedConditionTests.day(12) - $0.due < 0.0 }, [2]),
    both(
      { $0.due - ComputedConditionTests.day(12) < 0 },
      { $0.due - ComputedConditionTests.day(12) < 0.0 }, [0, 1]),
    both({ 86_401 % $0.margin == 1 }, { 86_401 % $0.margin == 1 }, [0]),
  ]

  @Test(arguments: conditions)
  func `computed texts and dates hold for the same objects, however they are evaluated`(
    _ condition: Condition
  ) throws {
    let context = ManagedObjectContext(model: try ManagedObjectModel("Loans") { Loan.self })
    let (first, second, third) = (Self.day(10), Self.day(20), Self.day(25))
    for (name, last, due, back, margin) in [
      ("Ada", "Byron", first, Self.day(8), 86_400), ("Bo", nil, first, nil, nil),
      ("Cy", "Young", second, third, 0),
    ] as [(String, String?, Date, Date?, Int?)] {
      try context.insert(Loan.self) {
        $0.first = name
        $0.last = last
        $0.due = due
        $0.back = back
        $0.margin = margin
      }
    }
    let loans = context.objects(of: "Loan")
    for predicate in [condition.typed, condition.untyped] {
      #expect(try FetchPredicate(predicate.description) == predicate)
      let compiled = CompiledPredicate(predicate, try #require(loans.first).runtime.properties)
      for (number, loan) in loans.enumerated() {
        let expected = condition.numbers.contains(number)
        #expect(NaivePredicate(scopes: [loan]).holds(predicate) == expected, "\(number)")
        #expect(PredicateEvaluator(object: loan).holds(predicate) == expected, "\(number)")
        #expect(compiled.holds(loan) == expected, "\(number)")
      }
      let found = try context.fetch(FetchRequest("Loan", where: predicate))
      #expect(found == condition.numbers.map { loans[$0] })
    }
  }
}
