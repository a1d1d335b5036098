import Armature
import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Derived attributes of old rows, which the database computes.
extension SQLRowMapping {
  /// Returns whether the values of an attribute are computed for old rows.
  func isComputed(
    _ attribute: AttributeDescription, in entity: EntityDescription, _ former: EntityDescription
  ) -> Bool {
    if attribute.derivation == nil || attribute.isTransient { return false }
    // The attribute may depend on objects that custom steps make. Attributes that SQL cannot compute are checked when
    // these objects are made.
    if custom.splitsRows, isDerivable(attribute, in: entity) { return true }
    guard let source = source(of: attribute, in: entity, former)?.attribute else { return true }
    return source.derivation == nil || source.type.storage != attribute.type.storage
  }

  private func isDerivable(_ attribute: AttributeDescription, in entity: EntityDescription) -> Bool
  {
    (try? derivation(of: attribute, entity.name, for: [entity.name])) != nil
  }

  /// The derived attributes that keep their values although rows are split, because SQL cannot compute them. Objects of
  /// the listed entities must therefore not change.
  var kept: [(place: String, entities: Set<String>)] {
    if !custom.splitsRows { return [] }
    return new.model.entities.flatMap { entity in
      entity.persistentProperties.compactMap(\.asAttribute).compactMap { attribute in
        guard let derivation = attribute.derivation, !isDerivable(attribute, in: entity) else {
          return nil
        }
        return ("\(entity.name).\(attribute.name)", reached(derivation.paths, from: entity.name))
      }
    }
  }

  /// Returns the entities of the objects along some paths, with their sub-entities.
  private func reached(_ paths: [[String]], from entity: String) -> Set<String> {
    var found = Set(new.entities(of: entity))
    for path in paths {
      var place = entity
      for name in path {
        guard
          let next = new.model[place]?.property(named: name)?.asRelationship?.destination
        else { break }
        found.formUnion(new.entities(of: next))
        place = next
      }
    }
    return found
  }

  /// Returns the statements that compute derived attributes after all rows and links exist.
  ///
  /// Attributes that SQL cannot compute are left out, because they are obstacles.
  func derivations() -> [SQLStatement] {
    var (statements, names, read) = ([SQLStatement](), Set<String>(), Set<String>())
    for (entity, attribute, concerned) in computed {
      guard let statement = try? derivation(of: attribute, entity, for: concerned) else {
        continue
      }
      statements.append(statement)
      names.insert(attribute.name)
      read.formUnion((attribute.derivation?.paths ?? []).flatMap { $0 })
    }
    // Values derived from derived values are stable after at most as many rounds.
    let rounds = read.isDisjoint(with: names) ? 1 : statements.count
    return Array(repeating: statements, count: rounds).flatMap { $0 }
  }

  /// A derived attribute that must be computed again, but that SQL cannot compute. It is `nil` if no such attribute
  /// exists.
  var underivable: String? {
    computed.first { entity, attribute, concerned in
      (try? derivation(of: attribute, entity, for: concerned)) == nil
    }.map { "\($0.entity).\($0.attribute.name)" }
  }

  /// The computed derived attributes, with the entities that have them.
  private var computed: [(entity: String, attribute: AttributeDescription, concerned: [String])] {
    new.model.entities.flatMap { entity in
      entity.ownProperties.compactMap { property in
        guard let attribute = property.asAttribute else { return nil }
        let concerned = new.entities(of: entity.name).filter { name in
          guard let heir = new.model[name], let former = names.oldEntity(of: name) else {
            // Objects of a new entity are made by custom steps alone.
            return custom.splitsRows && attribute.derivation != nil && !attribute.isTransient
          }
          return isComputed(attribute, in: heir, former)
        }
        return concerned.isEmpty ? nil : (entity.name, attribute, concerned)
      }
    }
  }

  /// - Throws: ``SQLInexact`` if SQL cannot compute the attribute exactly.
  func derivation(
    of attribute: AttributeDescription, _ entity: String, for concerned: [String]
  ) throws -> SQLStatement {
    guard let derivation = attribute.derivation, let table = new.table(of: entity),
      case .value(.column(let column, let kind))? = new.place(of: attribute.name, in: entity)?.0
    else { throw SQLInexact("\(attribute.name) has several columns") }
    let database = SQLDatabase(new, dialect, storeID: UUID())
    let writer = SQLWriter(database)
    let scope = try writer.scope(of: entity)
    let row = scope.root.alias
    let derived = try writer.within(scope) { try SQLDerivedValue(derivation, writer) }
    let isSame =
      derived.isWhole && derived.parts[0].kind == kind && kind != .integer && kind != .real
    let value =
      isSame ? derived.parts[0].text : computed(derived, as: attribute.type, kind, scope)
    let filter: SQLStatement =
      table.hasEntities
      ? " WHERE \(SQLStatement.isOf(concerned, "\(name: SQLTable.entity)"))" : .empty
    return """
      UPDATE \(name: table.name) SET \(name: table.columns[column].name) = \
      (SELECT \(value) FROM \(scope.source) WHERE \(name: row).\(name: SQLTable.key) = \
      \(name: table.name).\(name: SQLTable.key))\(filter)
      """
  }

  /// Returns a computed value in the form that its attribute stores. Returns null if the type cannot represent the
  /// value.
  private func computed(
    _ derived: SQLDerivedValue, as type: AttributeType, _ kind: SQLKind, _ scope: SQLScope
  ) -> SQLStatement {
    if derived.isWhole, derived.parts[0].kind == nil { return "NULL" }
    return dialect.newValue(
      functions.add(
        kind, of: derived.parts.map(\.text), key: "\(name: scope.root.alias).\(name: SQLTable.key)",
        rows: scope.source
      ) { arguments in
        kind.encode(derived.value(arguments).converted(to: type) ?? .null) ?? .null
      })
  }
}
