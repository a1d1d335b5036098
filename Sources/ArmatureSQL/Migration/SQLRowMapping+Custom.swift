import Armature
import ArmatureModel

/// Values computed by user code.
extension SQLRowMapping {
  /// Returns the columns of an attribute that user code computes from old values; `nil` if no user code computes it.
  func customColumns(
    of attribute: AttributeDescription, _ layout: SQLLayout, _ entity: EntityDescription,
    _ former: EntityDescription
  ) -> [Int: SQLStatement]? {
    guard let (names, make) = custom.value(of: attribute.name, in: entity.name) else { return nil }
    let sources = names.compactMap { name -> (name: String, layout: SQLLayout)? in
      guard case .value(let layout)? = old.place(of: name, in: former) else { return nil }
      return (name, layout)
    }
    let columns = sources.flatMap(\.layout.columns)
    let place = "\(entity.name).\(attribute.name)"
    var values: [Int: SQLStatement] = [:]
    for column in layout.columns {
      let key: SQLStatement = "\(name: Self.alias).\(name: SQLTable.key)"
      values[column] = newValue(
        layout.kind(of: column), of: columns.map { self.column($0, of: former) } + [key],
        in: former
      ) { arguments in
        var old: [String: AttributeValue] = [:]
        for source in sources {
          let value = try read(
            source.layout, columns, arguments, as: "\(former.name).\(source.name)",
            key: arguments.last)
          if !value.isNull { old[source.name] = value }
        }
        let made = try make(old)
        let value = try CustomSteps.value(made, of: attribute, at: place)
        var result = SQLValue.null
        if !layout.write(value, { if $0 == column { result = $1 } }) {
          throw PersistentStoreError.invalidValue(place: place, type: attribute.type, value: made)
        }
        return result
      }
    }
    return values
  }

  /// Returns the value in some columns of a row, for user code.
  ///
  /// - Parameters:
  ///   - place: The attribute, with its old entity.
  ///   - key: The key of the row.
  /// - Throws: `PersistentStoreError.unreadableValue` for an invalid value. If user code received another value
  ///   instead, the original value would be lost.
  func read(
    _ layout: SQLLayout, _ columns: [Int], _ arguments: [SQLValue], as place: String,
    key: SQLValue?
  ) throws -> AttributeValue {
    func unreadable(_ reason: String) -> PersistentStoreError {
      let key: Int64 = if case .integer(let number)? = key { number } else { 0 }
      return .unreadableValue(place: place, key: key, reason: reason)
    }
    if case .column(let column, .externalData) = layout,
      let index = columns.firstIndex(of: column), case .text(let reference) = arguments[index],
      let externalData
    {
      do {
        return .data(try externalData.data(of: reference))
      } catch let error as SQLExternalDataError {
        throw unreadable("must be in \(error.path), but \(error.reason)")
      }
    }
    return try layout.read { wanted in
      columns.firstIndex(of: wanted).map { arguments[$0] } ?? .null
    } onInvalid: { found in
      throw unreadable("is \(found.plain), which is not a value of its type")
    }
  }

  /// Returns the value in some columns of a row, for a conversion. An invalid value becomes null.
  func read(_ layout: SQLLayout, _ columns: [Int], _ arguments: [SQLValue]) -> AttributeValue {
    (try? read(layout, columns, arguments, as: "", key: nil)) ?? .null
  }

  /// Returns statements that clear links to dropped objects.
  func clearings() -> [SQLStatement] {
    if !custom.dropsObjects { return [] }
    func isGone(_ key: SQLStatement, from table: Int) -> SQLStatement {
      "NOT \(SQLOldTables(schema: new).isThere(key, in: table))"
    }
    var statements: [SQLStatement] = []
    for (table, links) in new.links.sorted(by: { $0.key < $1.key }) {
      for (_, link) in links.sorted(by: { $0.key < $1.key }) {
        func name(_ column: Int) -> SQLStatement {
          "\(name: new.tables[table].columns[column].name)"
        }
        let columns = [link.key, link.entity, link.order].compactMap(\.self)
        let cleared = columns.map { "\(name($0)) = NULL" as SQLStatement }.joined(by: ", ")
        statements.append(
          """
          UPDATE \(name: new.tables[table].name) SET \(cleared) \
          WHERE \(name(link.key)) IS NOT NULL \
          AND \(isGone("\(name: new.tables[table].name).\(name(link.key))", from: link.table))
          """)
      }
    }
    for pairs in new.pairs {
      let gone = [pairs.left, pairs.right].map {
        isGone("\(name: pairs.name).\(name: $0.name)", from: $0.table)
      }
      statements.append("DELETE FROM \(name: pairs.name) WHERE \(gone.joined(by: " OR "))")
    }
    return statements
  }
}
