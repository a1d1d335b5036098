import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The rules of an entity, compiled into a flat list of checks.
///
/// The method `isValid(_:)` runs the checks up to the first failure. It reads only the row of the object, and takes
/// 120 ns for ten attributes with nine rules. Checks in closures that look up values by name took 890 ns. If a check
/// fails, `ObjectValidator` finds all failures.
///
/// `@unchecked Sendable`: everything is immutable after `init`. The pointers to the tables never change, which avoids
/// exclusivity checks and retains (50 ns of 170). `deinit` frees the tables.
final class ValidationProgram: @unchecked Sendable {
  /// One check. `low` and `high` are bounds in the type of the operation.
  struct Check {
    enum Operation: UInt8 {
      case textLength, integer16, integer32, integer64, number, pattern, shortMembership
      case value, composite, listCount, derivation, predicate, document, owner, objectClosure
    }

    var operation: Operation
    /// True if the rule depends on a condition.
    var isConditional = false
    /// The property of the rule; none for a rule over several properties.
    var place = RowPlace.none
    var low: Int64 = 0
    var high: Int64 = 0
    /// The position in the table of the operation.
    var reference: Int = 0
    /// The position of the rule in `rules`.
    var rule: Int
  }

  /// The origin of a check.
  struct Source {
    let rule: ValidationRule
    let property: StoredProperty?
    let condition: CompiledPredicate?
    /// The other properties that the rule and its condition read. The rule only runs if the required ones among them
    /// have a value.
    let reads: [StoredProperty]
    /// True if the check covers the elements of a composite, each with its own rules.
    let isComposite: Bool

    /// The paths that the rule and its condition read.
    var paths: [[String]] {
      var paths = rule.condition?.paths ?? []
      if case .predicate(_, let predicate) = rule.requirement { paths += predicate.paths }
      return paths + (property?.description.asAttribute?.derivation?.paths ?? [])
    }
  }

  let checks: UnsafeMutableBufferPointer<Check>
  let sources: [Source]
  /// The required properties, per mask word.
  private let required: UnsafeMutableBufferPointer<UInt64>
  /// The required relationships. A link to a missing object does not count as a value, and lists must be loaded for
  /// the check.
  private let requiredLinks: UnsafeMutableBufferPointer<RowPlace>
  private let patterns: UnsafeMutableBufferPointer<Unmanaged<PatternReference>>
  private let memberships: UnsafeMutableBufferPointer<UnsafeMutableBufferPointer<ShortText>>
  private let predicates: UnsafeMutableBufferPointer<Unmanaged<CompiledPredicate>>
  let properties: [StoredProperty]
  /// The checks of attributes alone; `nil` if conditions or code of the user decide about any of them.
  private let attributeChecks: [Int]?
  /// True if a rule is a closure over the object.
  let hasClosures: Bool
  /// True if the rules only read the values of the object itself, and run no user code.
  let isLocal: Bool

  init(_ entity: EntityDescription, _ properties: [StoredProperty]) {
    self.properties = properties
    var compiler = ValidationCompiler(entity, properties)
    compiler.compile()
    checks = .copy(of: compiler.checks)
    sources = compiler.sources
    required = .copy(of: compiler.required)
    let isRequired = compiler.required
    requiredLinks = .copy(
      of: properties.filter(\.isLink).map(\.place)
        .filter { isRequired[$0.mask] & $0.wordBit != 0 })
    patterns = .copy(of: compiler.patterns.map { .passRetained(PatternReference($0)) })
    memberships = .copy(of: compiler.memberships.map { .copy(of: $0) })
    predicates = .copy(of: compiler.predicates.map(Unmanaged.passRetained))
    let predicates = predicates
    attributeChecks = compiler.attributeChecks
    hasClosures = compiler.checks.contains { $0.operation == .objectClosure }
    isLocal =
      entity.relationships.allSatisfy(\.isOptional)
      && compiler.sources.allSatisfy { source in
        source.rule.check == nil && source.condition == nil
          && !source.reads.contains(where: \.isDerived)
      }
      && checks.allSatisfy { check in
        switch check.operation {
        case .listCount, .derivation, .document, .owner, .objectClosure: false
        case .predicate: predicates[check.reference]._withUnsafeGuaranteedRef { $0.isLocal }
        default: true
        }
      }
  }

  deinit {
    for texts in memberships { texts.free() }
    for pattern in patterns { pattern.release() }
    for predicate in predicates { predicate.release() }
    checks.free()
    required.free()
    requiredLinks.free()
    patterns.free()
    memberships.free()
    predicates.free()
  }

  /// Returns whether all rules about this object alone hold, warnings included.
  func isValid(_ object: ManagedObject) -> Bool { isValid(object) { _ in true } }

  /// Returns whether all rules about this object alone hold, except for closures.
  func isValidApartFromClosures(_ object: ManagedObject) -> Bool {
    isValid(object) { !isClosure($0) }
  }

  /// Returns whether a check runs user code.
  func isClosure(_ position: Int) -> Bool { checks[position].operation == .objectClosure }

  /// Returns whether a check reads only known values, and runs no code of the user on the object.
  ///
  /// - Parameter isKnown: Returns whether all values at a path are known.
  func isDecided(_ position: Int, where isKnown: ([String]) -> Bool) -> Bool {
    let source = sources[position]
    switch checks[position].operation {
    case .objectClosure, .document, .derivation: return false
    default:
      return source.property.map { !$0.isLink && isKnown([$0.name]) } ?? true
        && source.reads.allSatisfy { isKnown([$0.name]) } && source.paths.allSatisfy(isKnown)
    }
  }

  @inline(__always) private func isValid(
    _ object: ManagedObject, _ isMeant: (Int) -> Bool
  ) -> Bool {
    guard object.isFilled() else { return false }
    let row = object.row
    for link in requiredLinks where !object.hasEnd(link) { return false }
    for index in 0..<required.count {
      let present = row.present(index)
      if present & required[index] != required[index] { return false }
    }
    for index in 0..<checks.count
    where isMeant(index) && !holds(checks.baseAddress.unsafelyUnwrapped + index, object) {
      return false
    }
    return true
  }

  /// Whether the values that an object has keep the rules of their attributes, as far as that can be told without
  /// conditions and code of the user.
  func keepsAttributeRules(_ object: ManagedObject) -> Bool {
    guard let attributeChecks else { return false }
    return attributeChecks.allSatisfy { holds(checks.baseAddress.unsafelyUnwrapped + $0, object) }
  }

  func isRequired(_ property: StoredProperty) -> Bool {
    required[property.place.mask] & property.place.wordBit != 0
  }

  /// Returns whether a check passes. A property without a value passes all its own checks.
  @inline(__always) func holds(
    _ check: UnsafePointer<Check>, _ object: ManagedObject
  ) -> Bool {
    let row = object.row
    if check.pointee.place.bit != 0, !row.isPresent(check.pointee.place) { return true }
    if _slowPath(check.pointee.isConditional), !applies(check, object) { return true }
    let place = check.pointee.place
    switch check.pointee.operation {
    case .textLength:
      return TextLength.isWithin(
        row.memory(place, as: String.self), check.pointee.low, check.pointee.high)
    case .integer16:
      let value = Int64(row[place, as: Int16.self])
      return value >= check.pointee.low && value <= check.pointee.high
    case .integer32:
      let value = Int64(row[place, as: Int32.self])
      return value >= check.pointee.low && value <= check.pointee.high
    case .integer64:
      let value = row[place, as: Int64.self]
      return value >= check.pointee.low && value <= check.pointee.high
    case .number:
      // Dates are stored as a number of seconds; NaN fails both comparisons.
      let value = row[place, as: Double.self]
      return value >= Double(bitPattern: UInt64(bitPattern: check.pointee.low))
        && value <= Double(bitPattern: UInt64(bitPattern: check.pointee.high))
    case .pattern:
      let pattern = patterns.baseAddress.unsafelyUnwrapped[check.pointee.reference]
      return pattern._withUnsafeGuaranteedRef {
        $0.pattern.matches(row[place, as: String.self])
      }
    case .shortMembership:
      return ShortText.contains(
        row.memory(place, as: String.self), in: memberships[check.pointee.reference])
    case .predicate:
      let predicate = predicates.baseAddress.unsafelyUnwrapped[check.pointee.reference]
      return predicate._withUnsafeGuaranteedRef { $0.holds(object) }
    case .derivation:
      return isDerived(check.pointee.rule, object)
    case .owner: return object.hasOneOwner
    case .value, .composite, .listCount, .document, .objectClosure:
      return holdsSlowly(check.pointee.rule, object)
    }
  }

  func applies(_ check: UnsafePointer<Check>, _ object: ManagedObject) -> Bool {
    sources[check.pointee.rule].condition?.holds(object) ?? true
  }

  /// Returns whether a required derived attribute has a value, or may get one from the next save. Only during a save
  /// are all values derived.
  private func isDerived(_ position: Int, _ object: ManagedObject) -> Bool {
    sources[position].property.map { object.row.isPresent($0.place) } ?? true
      || object.graph?.context?.isValidatingSave != true
  }

  /// Runs a rule without a fast path.
  @inline(never) private func holdsSlowly(_ position: Int, _ object: ManagedObject) -> Bool {
    let source = sources[position]
    if let property = source.property, property.kind == .objects {
      guard case .count(let minimum, let maximum) = source.rule.requirement else { return true }
      let count = object.memberCount(property.place)
      return count == 0 || count >= minimum && count <= maximum ?? .max
    }
    if case .document(_, _, let others) = source.rule.requirement {
      guard let schema = source.rule.schema else { return true }
      return schema.isValid(DocumentValue(others: others).value(of: object))
    }
    // An error of the closure, and a missing closure, are failures; the validator reports which.
    guard let property = source.property else {
      return (try? source.rule.check?.holds(for: object)) ?? false
    }
    let value = object.row.value(property.place)
    if case .composite(let elements)? = property.description.asAttribute?.type, source.isComposite {
      return elements.failures(in: value).isEmpty
    }
    return (try? source.rule.holds(for: value)) ?? false
  }
}
