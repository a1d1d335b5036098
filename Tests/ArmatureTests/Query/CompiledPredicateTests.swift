@testable import Armature
import TestSupport
import Testing

@Suite struct CompiledPredicateTests {
  /// 20 · 200 = 4,000 predicates, each on 12 objects.
  @Test(arguments: 0..<20)
  func `evaluated and compiled predicates give the answers of a naive walk`(_ block: Int) throws {
    let context = ManagedObjectContext(model: try RandomPredicate.model())
    var answers: [Bool: Int] = [:]
    for run in 0..<200 {
      let seed = UInt64(block * 200 + run)
      var maker = RandomPredicate(seed: seed)
      if run % 20 == 0 { try fill(context, &maker) }
      let predicate = maker.predicate(depth: 3)
      let runtime = try #require(context.objects(of: "Thing").first).runtime
      let compiled = CompiledPredicate(
        predicate, runtime.properties, over: run % 2 == 0 ? ("Thing", runtime.tree) : nil)
      for object in context.objects(of: "Thing") {
        let expected = NaivePredicate(scopes: [object]).holds(predicate)
        let evaluated = PredicateEvaluator(object: object).holds(predicate)
        guard evaluated == expected else {
          Issue.record("seed \(seed): evaluated, \(predicate) must be \(expected) for \(object)")
          return
        }
        answers[expected, default: 0] += 1
        guard compiled.holds(object) == expected else {
          Issue.record("seed \(seed): \(predicate) must be \(expected) for \(object)")
          return
        }
      }
    }
    #expect(answers[true, default: 0] > 300 && answers[false, default: 0] > 300)
  }

  private func fill(_ context: ManagedObjectContext, _ maker: inout RandomPredicate) throws {
    context.reset()
    let things = try (0..<12).map { _ in try context.insert("Thing") }
    for thing in things {
      for name in RandomPredicate.attributes {
        try thing.setValue(maker.value(of: name), forKey: name)
      }
      if maker.random.oneIn(2) { try thing.setValue(maker.random.pick(things), forKey: "other") }
    }
    // Some links lead to deleted objects.
    try context.save()
    for thing in things where maker.random.oneIn(6) { try context.delete(thing) }
  }

  @Test func `lists of no conditions, and constants, are decided`() throws {
    let context = ManagedObjectContext(model: try RandomPredicate.model())
    let thing = try context.insert("Thing")
    for (predicate, expected) in [
      (.and([]), true), (.or([]), false), (.not(.and([])), false), (.not(.or([])), true),
      (.constant(true), true), (.not(.constant(true)), false), (.and([.or([]), .and([])]), false),
      (.or([.and([.constant(false)]), .not(.or([.constant(false)]))]), true),
    ] as [(FetchPredicate, Bool)] {
      #expect(CompiledPredicate(predicate, thing.runtime.properties).holds(thing) == expected)
    }
  }

  @Test func `5,000 terms and 2,000 levels are compiled and evaluated`() throws {
    let context = ManagedObjectContext(model: try RandomPredicate.model())
    let thing = try context.insert("Thing")
    thing.whole = 5
    let term: FetchPredicate = .comparison(.keyPath(["whole"]), .equal, .constant(5))
    let properties = thing.runtime.properties
    #expect(CompiledPredicate(.and(Array(repeating: term, count: 5000)), properties).holds(thing))
    #expect(
      !CompiledPredicate(.or(Array(repeating: .not(term), count: 5000)), properties).holds(thing))
    let deep = (0..<2000).reduce(term) { inner, _ in .not(inner) }
    #expect(CompiledPredicate(deep, properties).holds(thing))
    #expect(PredicateEvaluator(object: thing).holds(deep))
  }
}
