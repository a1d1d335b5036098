@testable import ArmatureCommands

/// What a call of the command has printed, and how it ended.
struct Outcome: Equatable, CustomStringConvertible {
  let status: Int32
  let result: String
  let talk: String

  var description: String { "status \(status)\nresult: \(result)\ntalk: \(talk)" }

  /// Calls the command in this process; verbs that compile need one of their own.
  static func of(_ arguments: [String], _ variables: [String: String] = [:]) -> Outcome {
    let session = Session(
      arguments: arguments, variables: variables, result: Output(descriptor: nil),
      talk: Output(descriptor: nil))
    let status = ArmatureTool.run(session)
    return Outcome(status: status.rawValue, result: session.result.text, talk: session.talk.text)
  }
}
