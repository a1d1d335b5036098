import Armature

@testable import ArmatureCommands

/// The output and exit status of a command.
struct Outcome: Equatable, CustomStringConvertible {
  let status: Int32
  let result: String
  let talk: String

  var description: String { "status \(status)\nresult: \(result)\ntalk: \(talk)" }

  /// Runs a command in this process. Commands that compile need a separate one.
  ///
  /// - Parameter model: The model that a model file has, as if it were compiled into this process.
  static func of(
    _ arguments: [String], _ variables: [String: String] = [:], model: ManagedObjectModel? = nil
  ) -> Outcome {
    let session = Session(
      arguments: arguments, variables: variables, result: Output(descriptor: nil),
      talk: Output(descriptor: nil), model: model)
    let status = ArmatureTool.run(session)
    return Outcome(status: status.rawValue, result: session.result.text, talk: session.talk.text)
  }
}
