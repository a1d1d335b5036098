extension SchemaShape {
  init<Type: EntityType>(_ type: Type.Type) {
    let schema = Type.schema
    issues = SchemaIssue.issues(in: schema)
    let offsets = Self.offsetsOfWords(in: schema)
    var seen: Set<Int> = []
    members = Mirror(reflecting: schema).children.compactMap { child in
      guard let name = child.label, let property = child.value as? any SchemaProperty,
        let kind = property.storageKind,
        let offset = offsets[
          UInt(bitPattern: Unmanaged.passUnretained(property.schemaKey).toOpaque())],
        seen.insert(offset).inserted
      else { return nil }
      return Member(name: name, key: SchemaPlace.key(type, offset), kind: kind)
    }
  }

  /// Returns the offsets of the words in a value.
  ///
  /// A property of a schema begins with the reference to its key, which is unique.
  private static func offsetsOfWords<Schema>(in schema: Schema) -> [UInt: Int] {
    withUnsafeBytes(of: schema) { bytes in
      let offsets = stride(from: 0, to: bytes.count - 7, by: 8)
      return Dictionary(offsets.map { (bytes.load(fromByteOffset: $0, as: UInt.self), $0) }) { $1 }
    }
  }
}

extension SchemaIssue {
  /// Returns the issues that reflection finds in a schema with bound names.
  static func issues<Type: EntityType>(in schema: Type) -> [SchemaIssue] {
    var seen: [ObjectIdentifier: String] = [:]
    return Mirror(reflecting: schema).children.compactMap { child in
      let label = child.label ?? ""
      guard let property = child.value as? any SchemaProperty else {
        let type = Swift.type(of: child.value)
        let attribute = (type as? any AttributeConvertible.Type).map {
          "Attribute<\($0.attributeType.swiftName)\($0.isOptional ? "?" : "")>"
        }
        return SchemaIssue(
          label: label, fact: .notAProperty(type: "\(type)", attribute: attribute), site: .unknown)
      }
      let other = seen.updateValue(label, forKey: ObjectIdentifier(property.schemaKey))
      let bound = property.schemaKey.text
      if bound.isEmpty { return SchemaIssue(label: label, fact: .remade, site: property.site) }
      if let original = other ?? (bound == label ? nil : bound) {
        return SchemaIssue(label: label, fact: .copied(of: original), site: property.site)
      }
      let name = property.givenName
      return name.isEmpty || name == label
        ? nil : SchemaIssue(label: label, fact: .named(name), site: property.site)
    }
  }
}
