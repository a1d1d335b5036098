/// An error that ends a command. It consists of the exit status and a message for the user.
struct CommandError: Error, Equatable {
  let status: ExitStatus
  /// The problem and the remedy; empty if everything was already printed.
  let message: String

  init(_ status: ExitStatus, _ message: String) {
    self.status = status
    self.message = message
  }
}
