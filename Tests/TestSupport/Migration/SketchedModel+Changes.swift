import ArmatureModel

/// Changes of a model, like an author makes them from version to version.
extension SketchedModel {
  /// Creates an initial model.
  init(_ random: inout some RandomNumberGenerator) {
    self.init()
    for _ in 0..<(1 + random.below(3)) { addEntity(&random) }
    for _ in 0..<random.below(3) { addLinks(&random) }
  }

  /// Makes a change and describes it; returns `nil` if it does not fit.
  mutating func change(_ random: inout some RandomNumberGenerator) -> String? {
    switch random.below(16) {
    case 0: return renameEntity(&random)
    case 1, 2: return renameProperty(&random)
    case 3, 4: return addAttribute(&random)
    case 5: return removeAttribute(&random)
    case 6, 7: return toggleOptional(&random)
    case 8, 9: return changeType(&random)
    case 10: return addLinks(&random)
    case 11: return removeLinks(&random)
    case 12: return changeArity(&random)
    case 13: return addEntity(&random)
    case 14: return removeEntity(&random)
    default: return random.bool() ? move(&random) : pullUp(&random)
    }
  }

  // MARK: Entities

  @discardableResult private mutating func addEntity(
    _ random: inout some RandomNumberGenerator
  ) -> String? {
    let number = takeNumber()
    var entity = Entity(number: number, name: "E\(number)", parent: nil)
    if !entities.isEmpty, random.oneIn(3) { entity.parent = random.pick(entities).number }
    for _ in 0..<random.below(3) { entity.attributes.append(attribute(&random)) }
    entities.append(entity)
    return "\(entity.name) is added\(entity.parent.map { " below \($0)" } ?? "")"
  }

  private mutating func renameEntity(_ random: inout some RandomNumberGenerator) -> String? {
    let position = random.below(entities.count)
    let name = entities[position].name
    entities[position].name = "\(name)x"
    return "\(name) is \(name)x"
  }

  /// Removes an entity without sub-entities, with all links to it.
  private mutating func removeEntity(_ random: inout some RandomNumberGenerator) -> String? {
    let entity = random.pick(entities)
    guard entities.count > 1, !entities.contains(where: { $0.parent == entity.number }) else {
      return nil
    }
    let gone = Set(
      entities.flatMap(\.links).filter { $0.destination == entity.number }
        .flatMap { [$0.number, $0.inverse] } + entity.links.flatMap { [$0.number, $0.inverse] })
    for index in entities.indices { entities[index].links.removeAll { gone.contains($0.number) } }
    entities.removeAll { $0.number == entity.number }
    return "\(entity.name) is removed"
  }

  /// Changes or removes the parent of an entity.
  private mutating func move(_ random: inout some RandomNumberGenerator) -> String? {
    let position = random.below(entities.count)
    let entity = entities[position]
    let parent = random.pick(entities)
    if lineage(parent.number).contains(where: { $0.number == entity.number }) || random.oneIn(3) {
      if entity.parent == nil { return nil }
      entities[position].parent = nil
      return "\(entity.name) has no parent"
    }
    entities[position].parent = parent.number
    return "\(entity.name) is below \(parent.name)"
  }

  // MARK: Attributes

  private mutating func attribute(_ random: inout some RandomNumberGenerator) -> Attribute {
    let number = takeNumber()
    var attribute = Attribute(
      number: number, name: "a\(number)", type: random.pick(Self.types),
      isOptional: !random.oneIn(3))
    if random.oneIn(3) {
      attribute.defaultValue = .some(Self.value(of: attribute.type, &random))
    }
    return attribute
  }

  private static let types: [AttributeType] = [.int64, .string, .double, .bool, .int16]

  static func value(
    of type: AttributeType, _ random: inout some RandomNumberGenerator
  ) -> AttributeValue {
    switch type {
    case .string: .string(random.pick(["x", "7", "-3", "1.5", "é", "1099511627776"]))
    case .double: .double(random.pick([2, 0.5, -3, 1e300, 65_536]))
    case .bool: .bool(random.bool())
    case .int16: .int(random.pick([1, 0, -3, 300]))
    default: .int(random.pick([1, 0, -3, 300, 70_000, 1 << 40, 1 << 53 + 1]))
    }
  }

  /// Returns a random attribute's place.
  private func place(
    _ random: inout some RandomNumberGenerator
  ) -> (entity: Int, attribute: Int)? {
    let places = entities.indices.flatMap { entity in
      entities[entity].attributes.indices.map { (entity, $0) }
    }
    return places.isEmpty ? nil : random.pick(places)
  }

  private mutating func addAttribute(_ random: inout some RandomNumberGenerator) -> String? {
    let position = random.below(entities.count)
    let attribute = attribute(&random)
    entities[position].attributes.append(attribute)
    return "\(entities[position].name).\(attribute) is added"
  }

  private mutating func removeAttribute(_ random: inout some RandomNumberGenerator) -> String? {
    guard let (entity, index) = place(&random) else { return nil }
    let attribute = entities[entity].attributes.remove(at: index)
    return "\(entities[entity].name).\(attribute) is removed"
  }

  private mutating func toggleOptional(_ random: inout some RandomNumberGenerator) -> String? {
    guard let (entity, index) = place(&random) else { return nil }
    entities[entity].attributes[index].isOptional.toggle()
    return "\(entities[entity].name).\(entities[entity].attributes[index]) it is"
  }

  private mutating func changeType(_ random: inout some RandomNumberGenerator) -> String? {
    guard let (entity, index) = place(&random) else { return nil }
    let attribute = entities[entity].attributes[index]
    let type = random.pick(MigratedValue.targets(of: attribute.type))
    entities[entity].attributes[index].type = type
    if attribute.defaultValue != nil {
      entities[entity].attributes[index].defaultValue = Self.value(of: type, &random)
    }
    return "\(entities[entity].name).\(attribute) is of the type \(type)"
  }

  /// Moves an attribute to the parent.
  private mutating func pullUp(_ random: inout some RandomNumberGenerator) -> String? {
    guard let (entity, index) = place(&random), let parent = entities[entity].parent,
      let position = position(parent)
    else { return nil }
    let attribute = entities[entity].attributes.remove(at: index)
    entities[position].attributes.append(attribute)
    return "\(attribute) goes from \(entities[entity].name) to \(entities[position].name)"
  }

  private mutating func renameProperty(_ random: inout some RandomNumberGenerator) -> String? {
    let entity = random.below(entities.count)
    let names =
      entities[entity].attributes.indices.map { (true, $0) }
      + entities[entity].links.indices.map { (false, $0) }
    if names.isEmpty { return nil }
    let (isAttribute, index) = random.pick(names)
    if isAttribute {
      entities[entity].attributes[index].name += "x"
      return "\(entities[entity].name).\(entities[entity].attributes[index].name) is its name now"
    }
    entities[entity].links[index].name += "x"
    return "\(entities[entity].name).\(entities[entity].links[index].name) is its name now"
  }

  // MARK: Links

  private static let arities: [RelationshipDescription.Arity] = [.toOne, .toMany, .ordered]

  /// Adds a relationship with its inverse.
  @discardableResult private mutating func addLinks(
    _ random: inout some RandomNumberGenerator
  ) -> String? {
    let (from, to) = (random.below(entities.count), random.below(entities.count))
    let (number, inverse) = (takeNumber(), takeNumber())
    entities[from].links.append(
      Link(
        number: number, name: "r\(number)", destination: entities[to].number,
        arity: random.pick(Self.arities), inverse: inverse))
    entities[to].links.append(
      Link(
        number: inverse, name: "r\(inverse)", destination: entities[from].number,
        arity: random.pick(Self.arities), inverse: number))
    return "\(entities[from].name).r\(number) and \(entities[to].name).r\(inverse) are added"
  }

  /// Removes a relationship with its inverse.
  private mutating func removeLinks(_ random: inout some RandomNumberGenerator) -> String? {
    let links = entities.flatMap(\.links)
    if links.isEmpty { return nil }
    let link = random.pick(links)
    for index in entities.indices {
      entities[index].links.removeAll { [link.number, link.inverse].contains($0.number) }
    }
    return "\(link.name) is removed with its inverse"
  }

  private mutating func changeArity(_ random: inout some RandomNumberGenerator) -> String? {
    let entity = random.below(entities.count)
    if entities[entity].links.isEmpty { return nil }
    let index = random.below(entities[entity].links.count)
    let arity = random.pick(Self.arities)
    entities[entity].links[index].arity = arity
    return "\(entities[entity].name).\(entities[entity].links[index].name) is \(arity)"
  }
}

extension SketchedModel.Attribute: CustomStringConvertible {
  var description: String {
    "\(name) \(type)\(isOptional ? "?" : "")\(defaultValue.map { " = \($0)" } ?? "")"
  }
}
