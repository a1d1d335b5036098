import ArmatureModel

/// The statements that a store has executed.
///
/// `@unchecked Sendable`: a lock protects the statements.
final class StatementLog: @unchecked Sendable {
  private let lock = Lock()
  private var statements: [String] = []

  func note(_ statement: String) { lock.withLock { statements.append(statement) } }

  func removeAll() { lock.withLock { statements.removeAll() } }

  /// The statements that read rows of objects, without the library's own.
  var questions: [String] {
    lock.withLock { statements }.filter { $0.hasPrefix("SELECT") && !$0.contains("_armature") }
  }
}
