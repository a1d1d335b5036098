@testable import Armature
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A condition has the same result on a row, by traversal, with an index, in a rule and in a store, and agrees with an
/// independent comparison.
@Suite struct ComparisonLawTests {
  private static func model() throws -> ManagedObjectModel {
    try ManagedObjectModel("Values") {
      Entity("Value") {
        NumberAttributes()
        Attribute("text", String?.self)
        Relationship("list", to: "List", inverse: "items")
        Index("whole")
        Index("small")
        Index("real")
        Index("single")
        Index("text")
        Unique("whole")
        Unique("money")
        Unique("text")
      }
      Entity("List") { Relationship("items", to: "Value", .ordered, inverse: "list") }
    }
  }

  private static let values: [String: [AttributeValue]] = [
    "whole": HardValues.integers, "small": [0, 1, -1, 3, .int(32767), .int(-32768)],
    "real": HardValues.doubles, "money": HardValues.decimals, "flag": [true, false],
    "single": [
      0, 0.1, -0.5, 3, .leastNonzeroMagnitude, .greatestFiniteMagnitude, .infinity, -.infinity,
      .nan,
    ].map {
      (number: Float) in AttributeValue.double(Double(number))
    }, "text": HardValues.texts.map { .string($0) },
  ]

  /// Creates objects with each of some values, and one without a value.
  private static func fill(
    _ context: ManagedObjectContext, _ name: String
  ) throws -> [ManagedObject] {
    let list = try context.insert("List")
    let objects = try ((values[name] ?? []) + [.null]).map { value in
      let object = try context.insert("Value")
      if !value.isNull { try object.setValue(value, forKey: name) }
      return object
    }
    try list.setValue(objects, forKey: "items")
    return objects
  }

  /// All evaluators of conditions, for objects with and without a store.
  private struct Deciders {
    let context: ManagedObjectContext
    let objects: [ManagedObject]
    let stored: ManagedObjectContext
    let storedIDs: [ManagedObjectID]

    init(_ name: String) throws {
      context = ManagedObjectContext(model: try model())
      objects = try fill(context, name)
      let container = try PersistentContainer(model: model())
      let other = container.makeContext()
      storedIDs = try fill(other, name).map(\.objectID)
      try other.save()
      stored = container.makeContext()
    }

    func check(_ predicate: FetchPredicate, _ expected: [Bool]) throws -> String? {
      if let decider = try check(predicate, expected, objects) { return decider }
      let ids = try stored.fetchIDs(FetchRequest("Value", where: predicate))
      if ids != zip(storedIDs, expected).filter(\.1).map(\.0) { return "fetched from a store" }
      if try stored.count("Value", where: predicate) != ids.count { return "counted in a store" }
      return nil
    }

    /// Checks a condition on the only object with the values.
    func checkList(_ predicate: FetchPredicate, _ expected: Bool) throws -> String? {
      let lists = try context.fetch("List")
      if let decider = try check(predicate, [expected], lists) { return decider }
      return try stored.count("List", where: predicate) == (expected ? 1 : 0)
        ? nil : "counted in a store"
    }

    private func check(
      _ predicate: FetchPredicate, _ expected: [Bool], _ objects: [ManagedObject]
    ) throws -> String? {
      let runtime = try #require(objects.first?.runtime)
      let entity = runtime.entity.name
      let compiled = CompiledPredicate(predicate, runtime.properties, over: (entity, runtime.tree))
      if objects.map(compiled.holds) != expected { return "compiled" }
      let evaluated = objects.map { PredicateEvaluator(object: $0).holds(predicate) }
      if evaluated != expected { return "evaluated" }
      let found = try context.fetch(entity, where: predicate)
      return found == zip(objects, expected).filter(\.1).map(\.0) ? nil : "fetched"
    }
  }

  private static func constants(for name: String) -> [AttributeValue] {
    switch name {
    case "text": HardValues.texts.map { .string($0) }
    case "flag": [true, false, 0, 1]
    default: HardValues.numbers
    }
  }

  @Test(arguments: ["whole", "small", "real", "single", "money", "flag", "text"])
  func `a comparison is decided alike by everything that decides it`(name: String) throws {
    let deciders = try Deciders(name)
    let values = (Self.values[name] ?? []) + [.null]
    for constant in Self.constants(for: name) {
      for comparison in FetchPredicate.Comparison.ofOrder {
        let predicate = FetchPredicate.comparison(
          .keyPath([name]), comparison, .constant(constant))
        let expected = values.map { $0.plainlyHolds(comparison, constant) }
        if let decider = try deciders.check(predicate, expected) {
          Issue.record("\(predicate), \(decider)")
          return
        }
      }
    }
  }

  @Test(arguments: ["whole", "small", "real", "single", "money", "flag", "text"])
  func `a value is in a list if it equals one of its values, also if there is none`(
    name: String
  ) throws {
    let deciders = try Deciders(name)
    let values = (Self.values[name] ?? []) + [.null]
    let constants = Self.constants(for: name)
    var random = SplitMix64(seed: 13)
    for _ in 0..<60 {
      var members = (0..<random.below(4)).map { _ in random.pick(constants) }
      if random.oneIn(3) { members.append(.null) }
      func isMember(_ value: AttributeValue) -> Bool {
        members.contains { value.plainlyHolds(.equal, $0) }
      }
      let list = FetchExpression.list(members.map { .constant($0) })
      let predicate = FetchPredicate.comparison(.keyPath([name]), .in, list)
      if let decider = try deciders.check(predicate, values.map(isMember)) {
        Issue.record("\(predicate), \(decider)")
        return
      }
      let bounds = (0..<2).map { _ in random.pick(constants) }
      let between = FetchPredicate.comparison(
        .keyPath([name]), .between, .list(bounds.map { .constant($0) }))
      let isBetween = values.map { value in
        !value.isNull && value.plainlyHolds(.greaterOrEqual, bounds[0])
          && value.plainlyHolds(.lessOrEqual, bounds[1])
      }
      if let decider = try deciders.check(between, isBetween) {
        Issue.record("\(between), \(decider)")
        return
      }
    }
  }

  @Test(arguments: ["whole", "real", "money", "flag", "text"])
  func `to be in, to be contained, and any: over a path they are one`(name: String) throws {
    let deciders = try Deciders(name)
    let values = (Self.values[name] ?? []) + [.null]
    for other in Self.constants(for: name) + [.null] {
      let expected = values.contains { $0.plainlyHolds(.equal, other) }
      let (path, constant) = (
        FetchExpression.keyPath(["items", name]), FetchExpression.constant(other)
      )
      for predicate in [
        .comparison(constant, .in, path), .comparison(path, .contains, constant),
        .comparison(path, .equal, constant, quantifier: .any),
        .not(.comparison(path, .equal, constant, quantifier: .none)),
      ] as [FetchPredicate] {
        if let decider = try deciders.checkList(predicate, expected) {
          Issue.record("\(predicate), \(decider)")
          return
        }
      }
    }
  }

  @Test(arguments: ["whole", "small", "real", "single", "money", "text"])
  func `sorting is by the order of comparisons, what has none comes last`(name: String) throws {
    let deciders = try Deciders(name)
    let values = (Self.values[name] ?? []) + [.null]
    func precedes(_ left: AttributeValue, _ right: AttributeValue) -> Bool {
      if left.isNull || right.isNull { return left.isNull && !right.isNull }
      let (isLeft, isRight) = (
        left.plainlyHolds(.lessOrEqual, left), right.plainlyHolds(.lessOrEqual, right)
      )
      if !isLeft || !isRight { return isLeft && !isRight }
      return left.plainlyHolds(.less, right)
    }
    let sorted = values.enumerated().sorted { left, right in
      precedes(left.element, right.element)
        || !precedes(right.element, left.element) && left.offset < right.offset
    }.map(\.offset)
    #expect(
      try deciders.context.fetch("Value", orderedBy: [.ascending(name)])
        == sorted.map { deciders.objects[$0] })
    #expect(
      try deciders.stored.fetchIDs(FetchRequest("Value", orderedBy: [.ascending(name)]))
        == sorted.map { deciders.storedIDs[$0] })
  }

  /// Bounds of a rule compare in the same way as constants of a condition.
  @Test(arguments: ["whole", "real", "single", "money"])
  func `a range is kept by what is not below and not above its bounds`(name: String) throws {
    let type: AttributeType =
      ["whole": .int64, "real": .double, "single": .float, "money": .decimal][name] ?? .string
    let bounds = HardValues.numbers.filter { $0.compare($0) != nil }
    for bound in bounds {
      let rules: [(ValidationRule.Requirement, FetchPredicate.Comparison)] = [
        (.range(minimum: bound, maximum: nil, excludesMaximum: false), .greaterOrEqual),
        (.range(minimum: nil, maximum: bound, excludesMaximum: false), .lessOrEqual),
        (.range(minimum: nil, maximum: bound, excludesMaximum: true), .less),
      ]
      for (requirement, comparison) in rules {
        let rule = ValidationRule(requirement)
        let attribute = AttributeDescription("v", type, isOptional: true, rules: [rule])
        // A bound beyond the type is an issue of the model.
        guard
          let model = try? ManagedObjectModel(
            "M", entities: [EntityDescription("E", properties: [.attribute(attribute)])])
        else { continue }
        let context = ManagedObjectContext(model: model)
        let object = try context.insert("E")
        for value in Self.values[name] ?? [] {
          try object.setValue(value, forKey: "v")
          let expected = value.plainlyHolds(comparison, bound)
          if try object.validate().isEmpty != expected || rule.holds(for: value) != expected {
            Issue.record("\(value) \(comparison.rawValue) \(bound) must be \(expected)")
            return
          }
        }
      }
    }
  }
}
