import ArmatureModel

/// What the tables of a database are in a model, and where its values are.
struct TablePlan {
  /// The tables that become entities, in the order of the file.
  var sources: [Source] = []

  struct Source {
    let table: ForeignTable
    var entity: EntityDescription
    /// The columns that attributes are read from.
    var columns: [Column] = []
    var links: [Link] = []
    var joins: [Join] = []
    /// The columns of the primary key that are NULL in some rows.
    var missingKeys: Set<String> = []
    /// The names that properties have.
    var names = ImportNames()
    /// The keys that they have in data.
    var keys = ImportKeys()

    /// A column with its table, as options name it.
    func name(of column: Column) -> String { "\(table.name).\(column.name)" }

    /// The column whose value stands for an object, where the number of its record does not.
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

  /// A foreign key, and the relationship that it is.
  struct Link {
    let key: ForeignTable.Link
    let relationship: String
  }

  /// A table of pairs, and the relationship that it is.
  struct Join {
    let relationship: String
    let table: ForeignTable
    let owner: ForeignTable.Link
    let member: ForeignTable.Link
    /// The column with the order of the members.
    let order: String?
  }

  /// The source of a table.
  func index(of table: String) -> Int? {
    sources.firstIndex { $0.table.name.lowercased() == table.lowercased() }
  }
}
