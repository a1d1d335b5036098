#if os(Linux)
  /// Exits the process if a script throws an error. The message is printed without a trap.
  ///
  /// The linker uses this function in place of the runtime's handler for uncaught errors. That handler prints the same
  /// message and then dumps core.
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
