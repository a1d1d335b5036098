extension Call {
  /// Returns a command line that the user can run, with the options of this call that its model needs.
  ///
  /// - Parameter model: The path of the model; by default, the model of this call.
  func command(_ verb: String, model: String? = nil, _ operands: [String]) -> String {
    let model = model ?? modelPath
    var words = verb.split(separator: " ").map(String.init)
    if let name = self["model"], model == modelPath, model != "-", model.pathEnding != "json" {
      words += ["--model", name.shellWord]
    }
    words += ([model] + operands).map { operand in
      // A path that begins with a hyphen would be read as an option.
      (operand.hasPrefix("-") && operand != "-" ? "./" + operand : operand).shown.shellWord
    }
    return "armature " + words.joined(separator: " ")
  }
}
