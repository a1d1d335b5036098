import Armature
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Predicates that conditions cannot express.
@Suite struct UnsupportedPredicateTests {
  private typealias Work = PredicateFixture.Work
  private typealias Shop = PredicateFixture.Shop

  private func issues(_ predicate: Predicate<Managed<Work>>) throws -> [String] {
    let model = try PredicateFixture.model()
    return try #require(throws: FetchPredicateError.self) {
      try FetchPredicate(predicate, in: model)
    }.issues
  }

  private func issues(ofShop predicate: Predicate<Shop>) throws -> [String] {
    let model = try PredicateFixture.model()
    return try #require(throws: FetchPredicateError.self) {
      try FetchPredicate(predicate, in: model)
    }.issues
  }

  private func member(_ type: String, _ value: String) -> String {
    "A condition must read properties of the model, but the predicate reads another member of"
      + " \(type), a value of \(value). Read the properties that it is computed from."
  }

  @Test func `what is computed of properties is refused`() throws {
    #expect(try issues(#Predicate { $0.half > 2 }) == [member("Managed<Work>", "Int")])
    #expect(
      try issues(#Predicate { $0.managedObject.isDeleted })
        == [member("Managed<Work>", "ManagedObject")])
    #expect(try issues(ofShop: #Predicate { $0.isCellar }) == [member("Shop", "Bool")])
  }

  @Test func `what is computed and can be set is refused`() throws {
    #expect(try issues(ofShop: #Predicate { $0.loudName == "X" }) == [member("Shop", "String")])
    #expect(try issues(ofShop: #Predicate { $0.height == 3 }) == [member("Shop", "Int")])
    #expect(try issues(ofShop: #Predicate { $0.label == "x" }) == [member("Shop", "String")])
    #expect(try issues(ofShop: #Predicate { $0.townName == "x" }) == [member("Shop", "String")])
    #expect(
      try issues(ofShop: #Predicate { $0.others.isEmpty }) == [member("Shop", "Array<Shop>")])
    #expect(try issues(ofShop: #Predicate { $0.none.isEmpty }) == [member("Shop", "Array<Shop>")])
  }

  @Test func `members of other types are refused`() throws {
    #expect(
      try issues(#Predicate { $0.title.first == nil }) == [member("String", "Optional<Character>")])
    #expect(
      try issues(#Predicate { $0.binding?.cloth == "silk" }) == [
        "A condition must have the name of an element of Binding, which the predicate does not "
          + "contain. Write the condition as a closure: $0.address[\"city\"]."
      ])
  }

  @Test func `expressions without a word are refused with what to write instead`() throws {
    #expect(
      try issues(#Predicate { $0.title.contains(/[0-9]+/) }) == [
        "A condition has no equivalent of StringContainsRegex in the predicate."
          + " Write matches(_:) in a closure, or MATCHES in a text."
      ])
    #expect(
      try issues(#Predicate { $0.tags.max() == "x" }) == [
        "A condition has no equivalent of SequenceMaximum in the predicate."
          + " Write max(_:) in a closure, or @max in a text."
      ])
    #expect(
      try issues(#Predicate { $0.tags[0] == "x" }) == [
        "A condition has no equivalent of CollectionIndexSubscript in the predicate."
          + " Write the condition as a closure, or as text."
      ])
    #expect(
      try issues(#Predicate { $0.tags.starts(with: ["x"]) }) == [
        "A condition must use starts(with:) with text, but the predicate uses it with other values."
      ])
    #expect(
      try issues(#Predicate { $0.tags.contains { $0 == "x" } }) == [
        "The predicate must have the objects of a relationship where it has something else."
      ])
  }

  private struct Pair: Codable {
    let name: String
  }

  @Test func `constants of other types are refused`() throws {
    let pairs = [Pair(name: "Dune")]
    #expect(
      try issues(#Predicate { work in pairs.contains { $0.name == work.title } }) == [
        "A condition must have constants of types that attributes have, but the predicate has one of"
          + " Array<Pair>."
      ])
  }

  @Test func `everything that is wrong is told at once`() throws {
    let found = try issues(
      #Predicate { $0.half > 2 && $0.title.contains(/a/) || $0.half == 3 })
    #expect(found.count == 2)
  }

  /// `(a ?? b) + (a ?? b) + …`, which doubles with each step.
  @Test func `a part has only so many alternatives`() throws {
    func doubled(
      _ sum: some StandardPredicateExpression<Int>, _ times: Int
    ) -> any StandardPredicateExpression<Bool> {
      times == 0
        ? PredicateExpressions.build_Equal(lhs: sum, rhs: PredicateExpressions.build_Arg(1))
        : doubled(
          PredicateExpressions.build_Arithmetic(
            lhs: sum,
            rhs: PredicateExpressions.build_Conditional(
              PredicateExpressions.build_Equal(lhs: sum, rhs: PredicateExpressions.build_Arg(1)),
              PredicateExpressions.build_Arg(times), sum), op: .add), times - 1)
    }
    let predicate = Predicate<Managed<Work>> { work in
      doubled(PredicateExpressions.build_KeyPath(root: work, keyPath: \.pages), 4)
    }
    #expect(
      try issues(predicate) == [
        "A part of the predicate must have at most 64 alternatives, but has more."
          + " Use fewer ?? and ? : in one comparison."
      ])
  }

  @Test func `an entity that the model lacks is an error`() throws {
    let model = try PredicateFixture.model()
    #expect(throws: ManagedObjectError.unknownEntity(name: "Stranger", suggestion: nil)) {
      try FetchPredicate(
        #Predicate<Managed<PredicateFixture.Stranger>> { $0.name == "x" }, in: model)
    }
    #expect(throws: ManagedObjectError.unknownClass(name: "ManagedObject", entity: nil)) {
      try FetchPredicate(#Predicate<ManagedObject> { _ in true }, in: model)
    }
  }

  /// `!!!…true`, so deep that unbounded recursion would not return.
  @Test func `what is nested too deep is an error`() throws {
    func nested(
      _ inner: some StandardPredicateExpression<Bool>, _ depth: Int
    ) -> any StandardPredicateExpression<Bool> {
      depth == 0 ? inner : nested(PredicateExpressions.build_Negation(inner), depth - 1)
    }
    let predicate = Predicate<Managed<Work>> { work in
      nested(PredicateExpressions.build_KeyPath(root: work, keyPath: \.inPrint), 300)
    }
    let model = try PredicateFixture.model()
    let error = try #require(throws: FetchPredicateError.self) {
      try FetchPredicate(predicate, in: model)
    }
    #expect(error.isTooDeep)
  }
}
