import ArmatureModel

/// The statements that a store has run.
///
/// `@unchecked Sendable`: the statements are behind the lock.
final class StatementLog: @unchecked Sendable {
  private let lock = Lock()
  private var statements: [String] = []

  func note(_ statement: String) { lock.withLock { statements.append(statement) } }

  func removeAll() { lock.withLock { statements.removeAll() } }

  /// Those that read rows of objects, and not what the library keeps for itself.
  var questions: [String] {
    lock.withLock { statements }.filter { $0.hasPrefix("SELECT") && !$0.contains("_armature") }
  }
}
