public import Armature

/// A recipe for an object that breaks exactly one rule of a model.
///
/// Use counterexamples as arguments of a test, to check that your program handles each kind of invalid object.
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
  /// The place in the source code where the rule is declared.
  public var site: DeclarationSite { target.site }

  let model: ManagedObjectModel
  let target: RuleTarget
  let seed: UInt64

  /// Creates the object and the objects that it requires.
  ///
  /// Like ``ObjectGenerator``, this method can link the new objects to existing objects of the context.
  ///
  /// - Throws: ``GenerationError`` if such an object is not possible together with the objects of the context.
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

  /// A description of the failure.
  public var description: String { "\(expected)" }
}

extension ManagedObjectModel {
  /// Returns a counterexample for each rule of the model. A rule with two bounds has two counterexamples.
  ///
  /// An inherited rule has a counterexample for each concrete entity. Rules without a counterexample are left out. To
  /// find out why, use `audit()`.
  ///
  /// - Parameter seed: The seed. Different seeds produce different objects.
  /// - Complexity: A search of up to a few thousand steps for each rule.
  public func counterexamples(seed: UInt64 = 0) -> [Counterexample] {
    entities.filter { !$0.isAbstract }.flatMap { entity in
      search(entity, seed).compactMap { target, outcome in
        guard case .found = outcome else { return nil }
        return Counterexample(model: self, target: target, seed: seed)
      }
    }
  }

  /// Returns the outcome of the search for each rule of an entity; empty if no valid object of the entity is found.
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
