import ArmatureModel

/// A column of a table, for a property or for an element of a composite, such as `address.city`.
struct TableColumn {
  let member: RecordPlan.Member
  /// The elements of a composite that lead to the value, the outermost first.
  let path: [AttributeDescription]
  /// The keys of the property and of the elements, with points between them.
  let key: String

  init(_ member: RecordPlan.Member, path: [AttributeDescription] = []) {
    self.member = member
    self.path = path
    key = ([member.key] + path.map { $0.key ?? $0.name }).joined(separator: ".")
  }

  /// The attribute, or element, of the values in the column; `nil` for a relationship.
  var attribute: AttributeDescription? { path.last ?? member.attribute }

  /// The names of the property and of the elements.
  var keyPath: [String] { [member.name] + path.map(\.name) }
}

extension RecordPlan.Member {
  /// The columns of the property: one for each element of a composite, one for any other property.
  var columns: [TableColumn] {
    func columns(_ path: [AttributeDescription]) -> [TableColumn] {
      guard case .composite(let elements)? = (path.last ?? attribute)?.type.storage else {
        return [TableColumn(self, path: path)]
      }
      return elements.flatMap { columns(path + [$0]) }
    }
    return columns([])
  }

  /// Returns the columns that contain the value at a key path, followed by those of each enclosing value.
  ///
  /// If the key path leads to a part of a value, the result starts with the columns of the whole value.
  func columns(around keyPath: [String]) -> [[TableColumn]] {
    let columns = columns
    return stride(from: keyPath.count, to: 0, by: -1).map { count in
      columns.filter { $0.keyPath.starts(with: keyPath.prefix(count)) }
    }
    .filter { !$0.isEmpty }
  }
}
