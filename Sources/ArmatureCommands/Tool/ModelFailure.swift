import Armature

/// Reports an error of a model file that exits before it has created the model.
enum ModelFailure {
  static func report(_ error: any Error, in path: String, _ session: Session) -> ExitStatus {
    if let error = error as? ModelError, let name = session.arguments.first,
      let verb = CommandTable.armature[name], case .withModel(_, let reportIssues?) = verb.work,
      let call = try? Call(verb, of: .armature, Array(session.arguments.dropFirst()), session),
      let status = try? reportIssues(error, call)
    {
      return ArmatureTool.finish(session, status)
    }
    session.complain("\(error)")
    return .badData
  }
}
