import Armature
// For `nearMiss` and `displayEscaped`, which are not public API: one rule for likely misspellings, and one for text
// that terminals must not interpret.
import ArmatureModel

/// Messages about unknown names.
enum Suggestion {
  /// `"vlidate" is not a verb. Did you mean "validate"?`
  static func text(_ name: String, _ complaint: String, among names: [String]) -> String {
    let near = nearMiss(name, in: names).map { " Did you mean \"\($0)\"?" } ?? ""
    return "\"\(name.shown)\" \(complaint).\(near)"
  }
}
