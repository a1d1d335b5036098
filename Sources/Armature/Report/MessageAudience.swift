/// The reader of an error's message, who decides the words of the remedy.
package enum MessageAudience: CaseIterable, Sendable {
  /// A programmer, whose code has made the call.
  case programmer
  /// A user of the command `armature`, who can change its arguments but not its code.
  case commandUser

  /// Returns the words for this audience.
  package func words(swift: String, command: String) -> String {
    switch self {
    case .programmer: swift
    case .commandUser: command
    }
  }
}

/// An error whose message ends with a remedy, in the words of the audience.
package protocol AdvisingError: Error {
  /// Returns the requirement, the actual state, and the remedy.
  ///
  /// The description of the error is the message for a programmer.
  func message(for audience: MessageAudience) -> String
}
