import ArmatureModel

/// What becomes of the columns of a database that is read.
struct TableOptions {
  /// Whether an `INTEGER PRIMARY KEY` is left out; otherwise it identifies objects.
  var dropsRowNumbers = false
  /// The types of columns by their names, such as `notes.sfld`, in place of the declared ones.
  var types: [String: AttributeType] = [:]

  /// The type that is asked for under one of the names of a column.
  func type(of names: String...) -> AttributeType? {
    let names = names.map { $0.lowercased() }
    return types.first { names.contains($0.key.lowercased()) }?.value
  }
}
