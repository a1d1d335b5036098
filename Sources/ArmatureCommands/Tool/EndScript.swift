#if os(Linux)
  /// Exits the process when a script throws, with a message instead of a trap.
  ///
  /// The linker substitutes this function for the runtime's handler of uncaught errors, which prints the same message
  /// and then dumps core.
  @_silgen_name("__wrap_swift_errorInMain")
  public func endScript(_ error: any Error) -> Never {
    let isModelProgram = ModelProgram.isThisProcess
    let session = ArmatureTool.processSession()
    let path = ProcessText.arguments.first ?? ""
    guard isModelProgram else {
      session.complain("\(error)")
      endProcess(ExitStatus.findings.rawValue)
    }
    endProcess(ModelFailure.report(error, in: path, session).rawValue)
  }
#endif
