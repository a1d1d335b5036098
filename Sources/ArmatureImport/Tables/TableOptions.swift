import ArmatureModel

/// The options for importing a database.
struct TableOptions {
  /// Whether each `INTEGER PRIMARY KEY` is left out; otherwise it identifies objects.
  var dropsRowNumbers = false
  /// The types of columns by name, such as `notes.sfld`. They replace the declared types.
  var types: [String: AttributeType] = [:]

  /// Returns the type given for a column under any of its names.
  func type(of names: String...) -> AttributeType? {
    let names = names.map { $0.lowercased() }
    return types.first { names.contains($0.key.lowercased()) }?.value
  }
}
