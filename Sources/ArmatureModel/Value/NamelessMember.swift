/// A placeholder for the name of a schema member that reflection cannot find, such as a computed property.
enum NamelessMember {
  private static let start = "<unnamed "

  /// Returns a name that no entity can have, so that the check of the model reports the member.
  static func name(_ type: Any.Type) -> String { start + "\(type)>" }

  /// Returns the text about a member without a name, or `nil` if the name is an ordinary name.
  static func reason(_ name: String) -> String? {
    guard name.hasPrefix(start) else { return nil }
    return "\(name.dropFirst(start.count).dropLast()) without a name: a schema has the names"
      + " of its stored properties only. Declare it with let."
  }
}
