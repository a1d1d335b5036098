#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The program that a file with a model becomes: how it is told what to do, and where its result goes.
struct ModelProgram {
  /// The arguments of the verb that the program carries out.
  let arguments: [String]
  /// Where the result goes, as the output of the file's own code must not get into it.
  let resultDescriptor: Int32

  /// The descriptor that each such program gets for its result.
  static let resultDescriptor: Int32 = 64

  /// The variable with the descriptor for the result.
  private static let resultVariable = "ARMATURE_RESULT"
  /// The variable with an empty folder that the program removes as a sign that it was reached.
  private static let signVariable = "ARMATURE_SIGN"
  /// The beginning of the variables with the arguments; a number follows.
  ///
  /// The arguments of the process itself are seen by the code of the file, too, which may be a script
  /// that would take them for its own.
  private static let argumentVariable = "ARMATURE_ARGUMENT_"

  /// The variables that tell a program what to do.
  static func variables(for arguments: [String], sign: String) -> [String: String] {
    var variables = [
      signVariable: sign, resultVariable: "\(resultDescriptor)",
    ]
    for (index, argument) in arguments.enumerated() {
      variables["\(argumentVariable)\(index)"] = argument
    }
    return variables
  }

  /// What this process is told as such a program, which is taken out of its variables; `nil` for the
  /// command itself.
  ///
  /// Gives the sign that the program was reached.
  init?(taking variables: inout [String: String]) {
    func take(_ name: String) -> String? {
      unsetenv(name)
      return variables.removeValue(forKey: name)
    }
    guard let descriptor = take(Self.resultVariable).flatMap({ Int32($0) }) else { return nil }
    if let sign = take(Self.signVariable) { rmdir(sign) }
    var arguments: [String] = []
    while let argument = take("\(Self.argumentVariable)\(arguments.count)") {
      arguments.append(argument)
    }
    self.arguments = arguments
    resultDescriptor = descriptor
  }

  /// Whether this process is one, and has not been told what to do yet.
  static var isThisProcess: Bool { getenv(resultVariable) != nil }
}
