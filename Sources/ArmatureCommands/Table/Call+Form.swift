extension Call {
  /// Returns the form of the result, which an option or the ending of the file in the option `output` names.
  ///
  /// - Parameters:
  ///   - option: The option that names the form.
  ///   - forms: The forms that a file with an ending can have, the usual one first. Other endings allow all forms.
  ///   - usual: The form that neither names.
  /// - Throws: ``CommandError`` if the option and the ending contradict each other.
  func form(in option: String, endings forms: [String: [String]], usual: String) throws -> String {
    guard let path = outputPath, let possible = forms[path.pathEnding] else {
      return self[option] ?? usual
    }
    guard let form = self[option] else {
      if let first = possible.first { return first }
      throw wrong(
        "\(verb.name) writes no file that ends in .\(path.pathEnding). Use a name that "
          + "\(Self.ending(for: usual, forms)).")
    }
    if possible.contains(form) { return form }
    throw wrong(
      "--\(option) \(form) writes no file that ends in .\(path.pathEnding). "
        + (possible.isEmpty ? "Use" : "Leave out --\(option), or use")
        + " a name that \(Self.ending(for: form, forms)).")
  }

  private static func ending(for form: String, _ forms: [String: [String]]) -> String {
    forms.filter { $0.value.contains(form) }.keys.min().map { "ends in .\($0)" }
      ?? "belongs to a folder"
  }
}
