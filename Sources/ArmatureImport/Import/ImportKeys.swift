/// The keys in data; each belongs to one declaration.
struct ImportKeys {
  private var taken: Set<String>

  /// - Parameter names: Names that are keys or might become keys.
  init(_ names: [String] = []) { taken = Set(names) }

  /// Reserves a name.
  mutating func take(_ name: String) { taken.insert(name) }

  /// Returns the key of a declaration that has another name in the file. Returns `nil` if the key is empty or already
  /// used. The name then serves as the key.
  mutating func key(_ key: String, of name: String) -> String? {
    if key != name, !key.isEmpty, taken.insert(key).inserted { return key }
    taken.insert(name)
    return nil
  }
}
