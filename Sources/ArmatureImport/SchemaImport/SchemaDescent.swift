import ArmatureModel

/// A visit of all entities, parents first, that keeps the inherited properties of the current entity.
///
/// Each entity is added once for each visit. If each entity looked up all of its ancestors instead, the time would be
/// quadratic.
struct SchemaDescent {
  /// The inherited properties by lookup key, from the root entity down.
  private var properties: [String: [(property: PropertyDescription, isNullable: Bool)]] = [:]
  /// The number of times that ancestors require a key without declaring its property.
  private var required: [String: Int] = [:]
  private(set) var rules: Set<ValidationRule> = []
  private let key: (PropertyDescription) -> String

  /// A step of the visit: before or after an entity's descendants.
  private struct Step {
    let place: Int
    let isEnd: Bool
  }

  /// Visits each entity that is not part of a cycle, with its inherited declarations.
  ///
  /// - Parameters:
  ///   - key: A closure that returns the key under which a property is looked up.
  ///   - visit: A closure that receives the index of an entity. It may change the entity.
  static func visit(
    _ reader: SchemaReader, by key: @escaping (PropertyDescription) -> String,
    _ visit: (_ place: Int, _ inherited: SchemaDescent) -> Void
  ) {
    let places = Dictionary(
      reader.entities.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    var children: [Int: [Int]] = [:]
    var steps: [Step] = []
    for (place, entity) in reader.entities.enumerated().reversed() {
      if let parent = entity.description.parent.flatMap({ places[$0] }) {
        children[parent, default: []].append(place)
      } else {
        steps.append(Step(place: place, isEnd: false))
      }
    }
    var descent = SchemaDescent(key: key)
    while let step = steps.popLast() {
      if step.isEnd {
        descent.remove(reader.entities[step.place])
        continue
      }
      visit(step.place, descent)
      guard let below = children[step.place] else { continue }
      descent.add(reader.entities[step.place])
      steps.append(Step(place: step.place, isEnd: true))
      steps += below.map { Step(place: $0, isEnd: false) }
    }
  }

  private init(key: @escaping (PropertyDescription) -> String) { self.key = key }

  private mutating func add(_ entity: SchemaEntity) {
    for property in entity.description.ownProperties {
      properties[key(property), default: []].append(
        (property, entity.nullable.contains(property.name)))
    }
    for key in entity.required.compactMap(\.text) { required[key, default: 0] += 1 }
    rules.formUnion(entity.description.rules)
  }

  /// Removes the declarations of an entity. Its rules can be subtracted, because no entity repeats an inherited rule
  /// while they are used.
  private mutating func remove(_ entity: SchemaEntity) {
    for property in entity.description.ownProperties { properties[key(property)]?.removeLast() }
    for key in entity.required.compactMap(\.text) { required[key, default: 0] -= 1 }
    rules.subtract(entity.description.rules)
  }

  /// The property inherited from the nearest ancestor.
  subscript(key: String) -> PropertyDescription? { properties[key]?.last?.property }

  /// Returns whether the inherited property may be null.
  func isNullable(_ key: String) -> Bool { properties[key]?.last?.isNullable ?? false }

  /// Returns whether an ancestor requires a key without declaring its property.
  func requires(_ key: String) -> Bool { required[key, default: 0] > 0 }
}
