import ArmatureModel
import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// A model of a public project, read from a file outside of the repository.
///
/// It includes everything relevant to migration: entities, attributes, relationships and earlier names. Each name has
/// the prefix `x`, because some are reserved by the library.
final class CorpusModel: NSObject, XMLParserDelegate {
  private var entities: [EntityDescription] = []
  private var composites: [String: [AttributeDescription]] = [:]
  private var composite: String?

  /// The folder of the corpus; `nil` if it does not exist.
  static let folder: URL? = {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
    let shared = ProcessInfo.processInfo.environment["ARMATURE_SHARED"]
    let folder = (shared.map { URL(filePath: $0) } ?? root.appending(path: "../shared"))
      .appending(path: "corpus").standardizedFileURL
    return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }()

  /// Reads the model of a version.
  static func model(at path: String) throws -> ManagedObjectModel {
    let reader = CorpusModel()
    let data = try Data(
      contentsOf: folder.map { $0.appending(path: "xcdatamodel/\(path)") } ?? URL(filePath: path))
    let parser = XMLParser(data: data)
    parser.delegate = reader
    guard parser.parse() else { throw parser.parserError ?? CocoaError(.fileReadCorruptFile) }
    reader.dropOneSidedInverses()
    return try ManagedObjectModel(path, entities: reader.entities)
  }

  /// Removes inverses that do not lead back, which are an issue in this library.
  private func dropOneSidedInverses() {
    func inverse(of name: String?, in entity: String) -> String? {
      let properties = entities.first { $0.name == entity }?.ownProperties
      return properties?.first { $0.name == name }?.asRelationship?.inverse
    }
    for entity in entities.indices {
      for index in entities[entity].ownProperties.indices {
        guard case .relationship(var relationship) = entities[entity].ownProperties[index],
          let other = inverse(of: relationship.inverse, in: relationship.destination),
          other != relationship.name
        else { continue }
        relationship.inverse = nil
        entities[entity].ownProperties[index] = .relationship(relationship)
      }
    }
  }

  func parser(
    _ parser: XMLParser, didStartElement element: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String] = [:]
  ) {
    switch element {
    case "entity": entities.append(entity(attributes))
    case "composite":
      composite = attributes["name"]
      composites[composite ?? ""] = []
    case "attribute":
      let attribute = attribute(attributes)
      if let composite {
        composites[composite]?.append(attribute)
      } else {
        entities[entities.count - 1].ownProperties.append(.attribute(attribute))
      }
    case "relationship":
      entities[entities.count - 1].ownProperties.append(.relationship(relationship(attributes)))
    default: break
    }
  }

  func parser(
    _ parser: XMLParser, didEndElement element: String, namespaceURI: String?,
    qualifiedName: String?
  ) {
    if element == "composite" { composite = nil }
  }

  private static func name(_ name: String) -> String { "x\(name)" }

  private func entity(_ fields: [String: String]) -> EntityDescription {
    EntityDescription(
      Self.name(fields["name"] ?? ""), isAbstract: fields["isAbstract"] == "YES",
      parent: fields["parentEntity"].map(Self.name),
      renamingIdentifier: fields["elementID"].map(Self.name),
      versionHashModifier: fields["versionHashModifier"])
  }

  private func attribute(_ fields: [String: String]) -> AttributeDescription {
    let type = type(fields)
    return AttributeDescription(
      Self.name(fields["name"] ?? ""), type, isOptional: fields["optional"] == "YES",
      isTransient: fields["transient"] == "YES",
      allowsExternalBinaryDataStorage: fields["allowsExternalBinaryDataStorage"] == "YES",
      default: Self.value(fields, type).map(DefaultValue.constant),
      renamingIdentifier: fields["elementID"].map(Self.name),
      versionHashModifier: fields["versionHashModifier"])
  }

  private func type(_ fields: [String: String]) -> AttributeType {
    switch fields["attributeType"] {
    case "Integer 16": .int16
    case "Integer 32": .int32
    case "Integer 64": .int64
    case "Decimal": .decimal
    case "Double": .double
    case "Float": .float
    case "Boolean": .bool
    case "Date": .date
    case "Binary": .data
    case "UUID": .uuid
    case "URI": .url
    case "Transformable": .transformable(name: "Transformable", stored: .data)
    case "Composite": .composite(composites[fields["composite"] ?? ""] ?? [])
    default: .string
    }
  }

  private static func value(
    _ fields: [String: String], _ type: AttributeType
  ) -> AttributeValue? {
    if type == .date {
      return fields["defaultDateTimeInterval"].flatMap(Double.init)
        .map { .date(Date(timeIntervalSinceReferenceDate: $0)) }
    }
    guard let text = fields["defaultValueString"] else { return nil }
    switch type {
    // Booleans are numbers there.
    case .int16, .int32, .int64: return .int(Int64(text) ?? (text == "YES" ? 1 : 0))
    case .decimal: return Decimal(string: text).map { .decimal($0) }
    case .double, .float: return Double(text).map { .double($0) }
    case .bool: return .bool(text == "YES")
    case .string: return .string(text)
    case .uuid: return UUID(uuidString: text).map { .uuid($0) }
    default: return nil
    }
  }

  private func relationship(_ fields: [String: String]) -> RelationshipDescription {
    let isToMany = fields["toMany"] == "YES"
    var relationship = RelationshipDescription(
      Self.name(fields["name"] ?? ""), to: Self.name(fields["destinationEntity"] ?? ""),
      isToMany ? fields["ordered"] == "YES" ? .ordered : .toMany : .toOne,
      inverse: fields["inverseName"].map(Self.name))
    relationship.isOptional = fields["optional"] == "YES"
    relationship.isTransient = fields["transient"] == "YES"
    relationship.deleteRule = Self.deleteRules[fields["deletionRule"] ?? ""] ?? .noAction
    if isToMany {
      relationship.minimumCount = fields["minCount"].flatMap { Int($0) } ?? 0
      relationship.maximumCount = fields["maxCount"].flatMap { Int($0) } ?? 0
    }
    relationship.renamingIdentifier = fields["elementID"].map(Self.name)
    relationship.versionHashModifier = fields["versionHashModifier"]
    return relationship
  }

  private static let deleteRules: [String: DeleteRule] = [
    "Nullify": .nullify, "Cascade": .cascade, "Deny": .deny, "No Action": .noAction,
  ]
}
