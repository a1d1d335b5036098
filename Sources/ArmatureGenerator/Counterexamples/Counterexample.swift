public import Armature

/// A way to make an object that breaks one rule of a model, and no other.
///
/// ```swift
/// @Test(.context(library), arguments: library.counterexamples())
/// func `what the model refuses, the form refuses`(example: Counterexample) throws {
///   let object = try example.make(in: Test.context)
///   #expect(Form(object).problems.map(\.path) == [example.expected.path])
/// }
/// ```
public struct Counterexample: Sendable, CustomStringConvertible {
  /// The entity of the object.
  public var entity: String { target.entity }
  /// The only failure of the object.
  public var expected: ExpectedFailure { target.failure }
  /// Where the rule was declared.
  public var site: DeclarationSite { target.site }

  let model: ManagedObjectModel
  let target: RuleTarget
  let seed: UInt64

  /// Makes the object, with those that it requires.
  ///
  /// What is in the context already may be linked with it, as by ``ObjectGenerator``.
  ///
  /// - Throws: ``GenerationError`` if there is no such object beside what the context has.
  @discardableResult public func make(in context: ManagedObjectContext) throws -> ManagedObject {
    try context.attempt {
      let search = CounterexampleSearch(ObjectGenerator(model, seed: seed), context)
      let outcome = try search.run(target)
      guard case .found(let object) = outcome else {
        throw GenerationError(entity, outcome.report)
      }
      return object
    }
  }

  /// The failure.
  public var description: String { "\(expected)" }
}

extension ManagedObjectModel {
  /// An object for each rule that breaks this rule and no other; two for a rule with two bounds.
  ///
  /// Inherited rules count for each entity that can have objects. Rules for which there is no such
  /// object are left out; `audit()` tells why.
  ///
  /// - Parameter seed: Another number makes other objects.
  /// - Complexity: A search of up to some thousand steps for each rule.
  public func counterexamples(seed: UInt64 = 0) -> [Counterexample] {
    entities.filter { !$0.isAbstract }.flatMap { entity in
      search(entity, seed).compactMap { target, outcome in
        guard case .found = outcome else { return nil }
        return Counterexample(model: self, target: target, seed: seed)
      }
    }
  }

  /// The result of the search for each rule of an entity; empty if the entity can have no valid object.
  func search(
    _ entity: EntityDescription, _ seed: UInt64
  ) -> [(target: RuleTarget, outcome: CounterexampleSearch.Outcome)] {
    RuleTarget.all(of: entity).compactMap { target in
      let search = CounterexampleSearch(
        ObjectGenerator(self, seed: seed), ManagedObjectContext(model: self))
      return (try? search.run(target)).map { (target, $0) }
    }
  }
}
