import ArmatureModel

/// The mapping of a database's tables and columns to a model.
struct TablePlan {
  /// The tables that become entities, in the order of the file.
  var sources: [Source] = []

  struct Source {
    let table: ForeignTable
    var entity: EntityDescription
    /// The columns that become attributes.
    var columns: [Column] = []
    var links: [Link] = []
    var joins: [Join] = []
    /// The columns of the primary key that are NULL in some rows.
    var missingKeys: Set<String> = []
    /// The names of the properties.
    var names = ImportNames()
    /// The keys of the properties in data.
    var keys = ImportKeys()

    /// Returns a column's name with its table, as in options.
    func name(of column: Column) -> String { "\(table.name).\(column.name)" }

    /// The column that identifies an object; `nil` if record numbers do.
    var identity: Column? {
      let identifying = entity.ownProperties.compactMap(\.asAttribute).filter(\.isIdentifying)
      guard identifying.count == 1 else { return nil }
      return columns.first { $0.attribute.name == identifying[0].name }
    }
  }

  struct Column {
    let name: String
    var attribute: AttributeDescription
  }

  /// A foreign key and its relationship.
  struct Link {
    let key: ForeignTable.Link
    let relationship: String
  }

  /// A join table and its relationship.
  struct Join {
    let relationship: String
    let table: ForeignTable
    let owner: ForeignTable.Link
    let member: ForeignTable.Link
    /// The column with the order of the members.
    let order: String?
  }

  /// Returns the index of a table's source.
  func index(of table: String) -> Int? {
    sources.firstIndex { $0.table.name.lowercased() == table.lowercased() }
  }
}
