/// Why a verb ends early: the status, and sentences for the user.
struct CommandError: Error, Equatable {
  let status: ExitStatus
  /// What is wrong and what to do; empty where nothing is left to be said.
  let message: String

  init(_ status: ExitStatus, _ message: String) {
    self.status = status
    self.message = message
  }
}
