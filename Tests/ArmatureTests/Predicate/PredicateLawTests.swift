import Armature
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Random predicates and the resulting conditions give the same results.
@Suite struct PredicateLawTests {
  private typealias Work = PredicateFixture.Work
  private typealias Subject = PredicateExpressions.Variable<Managed<Work>>
  private typealias Truth = any StandardPredicateExpression<Bool>
  private typealias Number = any StandardPredicateExpression<Int>
  private typealias Maybe = any StandardPredicateExpression<Int?>

  @Test(arguments: 0..<8) func `a random predicate and its condition answer alike`(
    seed: UInt64
  ) throws {
    let context = ManagedObjectContext(model: try PredicateFixture.model())
    let works = try PredicateFixture.works(in: context)
    var random = SplitMix64(seed: seed)
    var (converted, holding) = (0, 0)
    for _ in 0..<100 {
      let predicate = Predicate<Managed<Work>> { truth($0, 3, &random) }
      guard let condition = try convert(predicate, context.model) else { continue }
      let found = try context.fetch(Work.self) { _ in condition }
      #expect(try found == works.filter { try predicate.evaluate($0) }, "\(condition)")
      converted += 1
      holding += found.count
    }
    #expect(converted > 80)
    #expect((converted * 4...converted * 20).contains(holding))
  }

  /// Returns the condition; `nil` if it would have too many alternatives.
  private func convert(
    _ predicate: Predicate<Managed<Work>>, _ model: ManagedObjectModel
  ) throws -> FetchPredicate? {
    do {
      return try FetchPredicate(predicate, in: model)
    } catch let error as FetchPredicateError {
      #expect(error.issues.allSatisfy { $0.contains("at most 64 alternatives") })
      return nil
    }
  }

  private func truth(
    _ work: Subject, _ depth: Int, _ random: inout SplitMix64
  ) -> Truth {
    guard depth > 0 else {
      return Bool.random(using: &random)
        ? PredicateExpressions.build_KeyPath(root: work, keyPath: \.inPrint)
        : PredicateExpressions.build_Arg(Bool.random(using: &random))
    }
    func truth() -> Truth { self.truth(work, depth - 1, &random) }
    func number() -> Number { self.number(work, depth - 1, &random) }
    func maybe() -> Maybe { self.maybe(work, depth - 1, &random) }
    return switch Int.random(in: 0..<11, using: &random) {
    case 0: Build.and(truth(), truth())
    case 1: Build.or(truth(), truth())
    case 2: Build.not(truth())
    case 3: Build.equal(truth(), truth())
    case 4: Build.conditional(truth(), truth(), truth())
    case 5: Build.less(number(), number())
    case 6: Build.equal(number(), number())
    case 7: Build.equal(maybe(), maybe())
    case 8: Build.differ(maybe(), maybe())
    case 9: Build.within(number(), number())
    default: Build.some(of: work, number())
    }
  }

  private func number(
    _ work: Subject, _ depth: Int, _ random: inout SplitMix64
  ) -> Number {
    func number() -> Number { self.number(work, depth - 1, &random) }
    return switch Int.random(in: 0..<(depth > 0 ? 7 : 3), using: &random) {
    case 0: PredicateExpressions.build_KeyPath(root: work, keyPath: \.pages)
    case 1: PredicateExpressions.build_KeyPath(root: work, keyPath: \.stock)
    case 2: PredicateExpressions.build_Arg(Int.random(in: -4...120, using: &random))
    case 3: Build.sum(number(), number())
    case 4: Build.negative(number())
    case 5: Build.conditional(truth(work, depth - 1, &random), number(), number())
    default: Build.either(maybe(work, depth - 1, &random), number())
    }
  }

  private func maybe(
    _ work: Subject, _ depth: Int, _ random: inout SplitMix64
  ) -> Maybe {
    let writer = PredicateExpressions.build_KeyPath(root: work, keyPath: \.writer)
    return switch Int.random(in: 0..<4, using: &random) {
    case 0: PredicateExpressions.build_NilLiteral()
    case 1:
      PredicateExpressions.build_flatMap(writer) {
        PredicateExpressions.build_KeyPath(root: $0, keyPath: \.born)
      }
    case 2:
      PredicateExpressions.build_flatMap(writer) {
        PredicateExpressions.build_KeyPath(
          root: PredicateExpressions.build_KeyPath(root: $0, keyPath: \.works), keyPath: \.count)
      }
    default: Build.mapped(writer, number(work, depth, &random))
    }
  }
}

/// The functions that the macro calls, with erased types.
private enum Build {
  typealias Truth = any StandardPredicateExpression<Bool>
  typealias Part = StandardPredicateExpression

  static func and(_ a: some Part<Bool>, _ b: some Part<Bool>) -> Truth {
    PredicateExpressions.build_Conjunction(lhs: a, rhs: b)
  }
  static func or(_ a: some Part<Bool>, _ b: some Part<Bool>) -> Truth {
    PredicateExpressions.build_Disjunction(lhs: a, rhs: b)
  }
  static func not(_ a: some Part<Bool>) -> Truth { PredicateExpressions.build_Negation(a) }
  static func equal<Value: Equatable>(_ a: some Part<Value>, _ b: some Part<Value>) -> Truth {
    PredicateExpressions.build_Equal(lhs: a, rhs: b)
  }
  static func differ<Value: Equatable>(_ a: some Part<Value>, _ b: some Part<Value>) -> Truth {
    PredicateExpressions.build_NotEqual(lhs: a, rhs: b)
  }
  static func less(_ a: some Part<Int>, _ b: some Part<Int>) -> Truth {
    PredicateExpressions.build_Comparison(lhs: a, rhs: b, op: .lessThan)
  }
  static func conditional<Value>(
    _ test: some Part<Bool>, _ a: some Part<Value>, _ b: some Part<Value>
  ) -> any Part<Value> {
    PredicateExpressions.build_Conditional(test, a, b)
  }
  /// Returns a range; its lower bound is reduced to the upper one if necessary.
  static func within(_ a: some Part<Int>, _ b: some Part<Int>) -> Truth {
    let upper = PredicateExpressions.build_Conditional(
      PredicateExpressions.build_Comparison(lhs: a, rhs: b, op: .lessThan), b, a)
    return PredicateExpressions.build_contains(
      PredicateExpressions.build_ClosedRange(lower: a, upper: upper), b)
  }
  static func sum(_ a: some Part<Int>, _ b: some Part<Int>) -> any Part<Int> {
    PredicateExpressions.build_Arithmetic(lhs: a, rhs: b, op: .add)
  }
  static func negative(_ a: some Part<Int>) -> any Part<Int> {
    PredicateExpressions.build_UnaryMinus(a)
  }
  static func either(_ a: some Part<Int?>, _ b: some Part<Int>) -> any Part<Int> {
    PredicateExpressions.build_NilCoalesce(lhs: a, rhs: b)
  }
  /// Returns a number if a writer exists.
  static func mapped(
    _ writer: some Part<Managed<PredicateFixture.Writer>?>, _ number: some Part<Int>
  ) -> any Part<Int?> {
    PredicateExpressions.build_flatMap(writer) { _ in number }
  }
  /// Returns whether a writer exists with a work of at least a number of pages.
  static func some(
    of work: PredicateExpressions.Variable<Managed<PredicateFixture.Work>>, _ number: some Part<Int>
  ) -> Truth {
    let found = PredicateExpressions.build_flatMap(
      PredicateExpressions.build_KeyPath(root: work, keyPath: \.writer)
    ) { writer in
      PredicateExpressions.build_contains(
        PredicateExpressions.build_KeyPath(root: writer, keyPath: \.works)
      ) { other in
        PredicateExpressions.build_Comparison(
          lhs: PredicateExpressions.build_KeyPath(root: other, keyPath: \.pages), rhs: number,
          op: .greaterThanOrEqual)
      }
    }
    return PredicateExpressions.build_NilCoalesce(
      lhs: found, rhs: PredicateExpressions.build_Arg(false))
  }
}
