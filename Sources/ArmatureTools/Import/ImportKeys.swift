/// The keys in data, each of which stands for one thing.
struct ImportKeys {
  private var taken: Set<String>

  /// - Parameter names: Names that are keys, or might be.
  init(_ names: [String] = []) { taken = Set(names) }

  /// Takes a name that is a key, too.
  mutating func take(_ name: String) { taken.insert(name) }

  /// The key of something that a file calls otherwise than a model; `nil` where the name must do: the key is empty, or
  /// that of something else.
  mutating func key(_ key: String, of name: String) -> String? {
    if key != name, !key.isEmpty, taken.insert(key).inserted { return key }
    taken.insert(name)
    return nil
  }
}
