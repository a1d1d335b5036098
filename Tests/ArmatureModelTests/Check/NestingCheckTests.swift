import ArmatureModel
import Testing

@Suite struct NestingCheckTests {
  private static let number = FetchPredicate.comparison(.keyPath(["v"]), .greater, .constant(0))

  /// Returns a condition with a number of levels. The innermost has two: a comparison and its sides.
  private static func not(_ depth: Int) -> FetchPredicate {
    (2..<depth).reduce(number) { condition, _ in .not(condition) }
  }

  private static func sum(_ depth: Int) -> FetchExpression {
    (1..<depth).reduce(.keyPath(["v"])) { sum, _ in .arithmetic(sum, .add, .constant(1)) }
  }

  private static func type(_ depth: Int) -> AttributeType {
    (0..<depth).reduce(.int64) { type, _ in .composite([AttributeDescription("e", type)]) }
  }

  private static func value(_ depth: Int) -> AttributeValue {
    (1..<depth).reduce(.int(1)) { value, _ in .composite(["e": value]) }
  }

  private static func list(_ depth: Int) -> AttributeValue {
    (1..<depth).reduce(.int(1)) { value, _ in .list([value]) }
  }

  private static func entity(
    _ change: (inout EntityDescription, inout AttributeDescription) -> Void
  ) -> EntityDescription {
    var attribute = AttributeDescription("v", .int64, isOptional: true)
    var entity = EntityDescription("Node", properties: [])
    change(&entity, &attribute)
    entity.ownProperties.insert(.attribute(attribute), at: 0)
    return entity
  }

  private static func rule(_ condition: FetchPredicate) -> ValidationRule {
    ValidationRule(.predicate(name: "deep", condition))
  }

  private static func codes(_ entities: [EntityDescription]) -> [ModelIssue.Code] {
    do {
      _ = try ManagedObjectModel("M", entities: entities)
      return []
    } catch {
      return (error as? ModelError)?.issues.map(\.code) ?? []
    }
  }

  @Test func `conditions of two hundred levels are checked, printed and compared`() throws {
    let deep = Self.entity { entity, _ in entity.rules = [Self.rule(Self.not(200))] }
    let model = try ManagedObjectModel("M", entities: [deep])
    #expect(model == (try ManagedObjectModel("M", entities: [deep])))
    #expect("\(Self.not(200))".count > 200)
    #expect(
      Self.codes([Self.entity { entity, _ in entity.rules = [Self.rule(Self.not(201))] }])
        == [.tooDeep])
  }

  @Test(arguments: 0..<14)
  func `whatever is nested too deep is refused without a walk into it`(part: Int) {
    let depth = 3_000
    let entity = Self.entity { entity, attribute in
      switch part {
      case 0: entity.rules = [Self.rule(Self.not(depth))]
      case 1: entity.rules = [Self.rule(.comparison(Self.sum(depth), .greater, .constant(0)))]
      case 2: attribute.rules = [ValidationRule(.required, when: Self.not(depth))]
      case 3: attribute.derivation = Self.sum(depth)
      case 4:
        entity.ownProperties = [
          .fetched(FetchedPropertyDescription("f", of: "Node", where: Self.not(depth)))
        ]
      case 5:
        entity.indexes = [IndexDescription([.init("v")], where: Self.not(depth))]
      case 6: attribute.type = Self.type(depth)
      case 7: attribute.defaultValue = .constant(Self.value(depth))
      case 8: attribute.rules = [ValidationRule(.membership([Self.value(depth)]))]
      case 9: attribute.type = (0..<depth).reduce(.int64) { type, _ in .list(type) }
      case 10: attribute.defaultValue = .constant(Self.list(depth))
      case 11: attribute.rules = [ValidationRule(.membership([Self.list(depth)]))]
      case 12:
        attribute.type = .enumeration(name: "E", raw: .int64, cases: [Self.list(depth)])
      default:
        entity.rules = [
          Self.rule(.comparison(.keyPath(["v"]), .equal, .constant(Self.list(depth))))
        ]
      }
    }
    #expect(Self.codes([entity]) == [.tooDeep])
  }

  @Test func `the message names the place and the limit`() {
    let entity = Self.entity { _, attribute in attribute.type = Self.type(300) }
    let error = #expect(throws: ModelError.self) {
      try ManagedObjectModel("M", entities: [entity])
    }
    #expect(
      error?.issues.map(\.message) == [
        "Node.v must have conditions, types and values that are nested at most 200 deep, but one is "
          + "nested deeper."
      ])
  }

  @Test func `an entity has at most ten thousand properties, with those that it inherits`() {
    func properties(_ range: Range<Int>) -> [PropertyDescription] {
      range.map { .attribute(AttributeDescription("a\($0)", .string, isOptional: true)) }
    }
    #expect(Self.codes([EntityDescription("Wide", properties: properties(0..<10_000))]) == [])
    let wide = EntityDescription("Wide", properties: properties(0..<10_001))
    let error = #expect(throws: ModelError.self) { try ManagedObjectModel("M", entities: [wide]) }
    #expect(
      error?.issues.map(\.message) == ["Wide must have at most 10000 properties, but has 10001."])
    let parent = EntityDescription("Parent", properties: properties(0..<6_000))
    let child = EntityDescription("Child", parent: "Parent", properties: properties(6_000..<12_000))
    #expect(Self.codes([parent, child]) == [.tooManyProperties])
  }

  @Test func `a model has at most ten thousand entities`() {
    let entities = (0...10_000).map { EntityDescription("E\($0)", properties: []) }
    let error = #expect(throws: ModelError.self) { try ManagedObjectModel("M", entities: entities) }
    #expect(
      error?.issues.map(\.message) == [
        "E10000 must be one of at most 10000 entities, but the model has 10001."
      ])
  }
}
