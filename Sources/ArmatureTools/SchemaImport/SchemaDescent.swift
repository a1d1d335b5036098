import ArmatureModel

/// What is inherited on the way down to an entity, kept while all entities are visited, parents first.
///
/// Each is taken up once, however long the way to it is: a walk up from each would take the square of that.
struct SchemaDescent {
  /// The properties by what they are looked up by, for each those from the top down.
  private var properties: [String: [(property: PropertyDescription, isNullable: Bool)]] = [:]
  /// The keys that must be there by an entity without a property of that key, with how often.
  private var required: [String: Int] = [:]
  private(set) var rules: Set<ValidationRule> = []
  private let key: (PropertyDescription) -> String

  /// A visit of an entity: before those that inherit from it, and after them.
  private struct Step {
    let place: Int
    let isEnd: Bool
  }

  /// Visits the entities that end in no cycle, with what they inherit.
  ///
  /// - Parameters:
  ///   - key: What properties are looked up by.
  ///   - visit: Takes the place of an entity, which it may change.
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

  /// Forgets what was added last; where rules are asked for, an entity has none that it inherits.
  private mutating func remove(_ entity: SchemaEntity) {
    for property in entity.description.ownProperties { properties[key(property)]?.removeLast() }
    for key in entity.required.compactMap(\.text) { required[key, default: 0] -= 1 }
    rules.subtract(entity.description.rules)
  }

  /// The property that is inherited from the nearest entity.
  subscript(key: String) -> PropertyDescription? { properties[key]?.last?.property }

  /// Whether that property may be null.
  func isNullable(_ key: String) -> Bool { properties[key]?.last?.isNullable ?? false }

  /// Whether an entity above says that a key must be there, and has no property of it.
  func requires(_ key: String) -> Bool { required[key, default: 0] > 0 }
}
