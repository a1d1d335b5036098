import ArmatureModel

/// Relationships between the records of tables.
extension ExamplePlanner {
  /// Returns the position of the table that the values of a key refer to.
  ///
  /// Each value must identify a record of this table. In addition, the key must be named after the table, or there must
  /// be at least three different texts that no other table has.
  func table(of member: ExampleObject.Member, in entity: Int) -> Int? {
    let shape = member.shape
    let values: ExampleValues
    let type: AttributeType?
    if let lists = shape.lists, shape.kindCount == 1 {
      guard lists.haveDifferentElements, lists.elements.nullCount == 0 else { return nil }
      (values, type) = (lists.elements.values, lists.elements.scalarType)
    } else {
      (values, type) = (shape.values, shape.scalarType)
    }
    guard let type, values.count > 0 else { return nil }
    let own = entities[entity].table
    if let own, tables[own].identity?.shape === shape { return nil }
    let found = tables.indices.filter { index in
      guard tables[index].object.count > 1, let identity = tables[index].identity else {
        return false
      }
      return identity.shape.scalarType == type && identity.shape.values.contain(values)
    }
    if let named = found.first(where: { isNamed(member.key, after: $0, own: own) }) { return named }
    return type != .int64 && values.count > 2 && found.count == 1 ? found[0] : nil
  }

  /// Returns whether a key is named after a table: `author_id`, `authors` and `mainAuthor` are named after authors.
  private func isNamed(_ key: String, after table: Int, own: Int?) -> Bool {
    func plain(_ text: String) -> String {
      ImportNames.singular(text.filter { $0.isLetter || $0.isNumber }.lowercased())
    }
    let word = plain(Self.stem(of: key))
    if table == own, word == "parent" { return true }
    return [plain(tables[table].key), plain(tables[table].entityName)].contains { name in
      word == name || name.count > 2 && word.hasSuffix(name)
    }
  }

  /// Returns a key without an ending that says that it contains identifying values: `author` for `author_id`.
  static func stem(of key: String) -> String {
    for ending in ["_ids", "_id", "_IDs", "_ID", "Ids", "Id", "IDs", "ID", "_key", "_code", "_ref"]
    where key.hasSuffix(ending) && key.count > ending.count {
      let stem = String(key.dropLast(ending.count))
      return ending.lowercased().hasSuffix("s") ? ImportNames.plural(stem) : stem
    }
    return key
  }

  /// Returns the evidence for a reference, as the end of a sentence.
  func referenceNote(of shape: ExampleShape, to table: Int) -> String {
    let values = shape.lists?.elements ?? shape
    let count = values.count - values.nullCount
    let place = "\(entities[table].description.name).\(tables[table].identity?.key ?? "")"
    return count == 1
      ? "the only value is in \(place)." : "each of the \(count) values is in \(place)."
  }

  /// Adds an inverse to each relationship, unless the data also has relationships in the other direction.
  mutating func addInverses() {
    for reference in references {
      guard
        case .relationship(var relationship) =
          entities[reference.entity].description.ownProperties[reference.property]
      else { continue }
      let source = entities[reference.entity]
      let isMutual = references.contains { other in
        other.entity == reference.table && other.table == source.table
          && reference.entity != reference.table
      }
      if isMutual {
        guess(
          reference.entity, relationship.name,
          " has no inverse here, since the data has links in both directions. If one is the inverse of the"
            + " other, name it with inverse: and remove its key from the data.")
        continue
      }
      let rivals = references.filter {
        $0.entity == reference.entity && $0.table == reference.table
      }
      var base = ImportNames.plural(source.description.name)
      if rivals.count > 1 || reference.entity == reference.table {
        base += "_by_\(relationship.name)"
      }
      let target = entities[reference.table].description.name
      let name = entities[reference.table].names.unique(ImportNames.property(base, of: target))
      relationship.inverse = name
      entities[reference.entity].description.ownProperties[reference.property] = .relationship(
        relationship)
      append(
        .relationship(
          RelationshipDescription(
            name, to: source.description.name, .toMany, inverse: relationship.name,
            onDelete: relationship.isOptional ? .nullify : .deny)), to: reference.table)
    }
  }
}
