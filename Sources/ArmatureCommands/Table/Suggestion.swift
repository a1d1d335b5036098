import Armature
// For `nearMiss` and `displayEscaped`, which are no part of the public API: one rule for what
// somebody probably meant, and one for text that no terminal obeys.
import ArmatureModel

/// What is said of a name that nothing has.
enum Suggestion {
  /// `"vlidate" is not a verb. Did you mean "validate"?`
  static func text(_ name: String, _ complaint: String, among names: [String]) -> String {
    let near = nearMiss(name, in: names).map { " Did you mean \"\($0)\"?" } ?? ""
    return "\"\(name.shown)\" \(complaint).\(near)"
  }
}
