/// What stands for the name of a member of a schema that reflection does not find, such as a computed
/// property.
enum NamelessMember {
  private static let start = "<unnamed "

  /// A name that no entity has, so that the check of the model speaks of the member.
  static func name(_ type: Any.Type) -> String { start + "\(type)>" }

  /// What to say of a member without a name; `nil` for names.
  static func reason(_ name: String) -> String? {
    guard name.hasPrefix(start) else { return nil }
    return "\(name.dropFirst(start.count).dropLast()) without a name: a schema has the names"
      + " of its stored properties only. Declare it with let."
  }
}
