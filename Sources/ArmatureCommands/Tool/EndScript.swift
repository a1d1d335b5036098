#if os(Linux)
  /// Ends the process when a script throws: a sentence instead of a trap.
  ///
  /// The linker puts it in the place of the function of the runtime that scripts call with what they
  /// throw and do not catch; that one prints the same, and then dumps core.
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
