import Armature

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A program that was compiled from a model file. It has its arguments, and the descriptor of its result.
struct ModelProgram {
  /// The arguments of the command to run.
  let arguments: [String]
  /// The descriptor of the result. It keeps the result apart from the output of the file's own code.
  let resultDescriptor: Int32

  /// The descriptor that these programs use for their results.
  static let resultDescriptor: Int32 = 64

  /// The environment variable with the result's descriptor.
  private static let resultVariable = "ARMATURE_RESULT"
  /// The environment variable with the path of an empty folder. The program removes the folder to show that the call
  /// was reached.
  private static let signVariable = "ARMATURE_SIGN"
  /// The prefix of the environment variables with the arguments. A number follows it.
  ///
  /// The arguments are not passed as arguments of the process, because the file's own code could read them as its own.
  private static let argumentVariable = "ARMATURE_ARGUMENT_"

  /// Returns the environment variables that control a program.
  static func variables(for arguments: [String], sign: String) -> [String: String] {
    var variables = [
      signVariable: sign, resultVariable: "\(resultDescriptor)",
    ]
    for (index, argument) in arguments.enumerated() {
      variables["\(argumentVariable)\(index)"] = argument
    }
    return variables
  }

  /// Reads the arguments of such a program from the environment, and removes them there. Returns `nil` for the command
  /// itself.
  ///
  /// It also shows that the call in the program was reached.
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

  /// Whether this process is such a program and has not read its arguments yet.
  static var isThisProcess: Bool { getenv(resultVariable) != nil }
}

extension Call {
  /// Returns the model without the rules whose closures it lacks, and warns once that they are not checked.
  ///
  /// A model from a store or a JSON file has only the names of closures. Without this method, every object would fail
  /// these rules.
  func skippingClosures(of model: ManagedObjectModel) throws -> ManagedObjectModel {
    guard let rules = Self.unboundRules(of: model) else { return model }
    session.warn("The rules with closures are not checked: \(rules). To check them, \(remedy).")
    return try model.passingUnboundRules()
  }

  /// - Throws: ``CommandError`` if the model lacks the closures of rules, which objects must satisfy to be saved.
  func mustHaveClosures(_ model: ManagedObjectModel) throws {
    guard let rules = Self.unboundRules(of: model) else { return }
    throw CommandError(
      .usage,
      "The model must have the closures of all rules before objects are saved, but lacks these: "
        + "\(rules). Nothing was loaded: \(remedy).")
  }

  private var remedy: String {
    "pass the Swift file that declares the model instead of \(modelPath.shown)"
  }

  /// Returns the names of the rules without closures, or `nil` if the model has all closures.
  private static func unboundRules(of model: ManagedObjectModel) -> String? {
    // Sub-entities inherit rules.
    var (known, names) = (Set<String>(), [String]())
    for entity in model.declarations {
      for name in entity.unboundRuleNames where known.insert("\(entity.name) \(name)").inserted {
        names.append("\(entity.name.displayEscaped()) \(name.quotedForMessage)")
      }
    }
    if names.isEmpty { return nil }
    let more = names.count - mostNames
    return names.prefix(mostNames).joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
  }

  /// The maximum number of rules that a message names.
  private static let mostNames = 5
}

extension EntityDescription {
  fileprivate var unboundRuleNames: [String] {
    (rules + ownProperties.compactMap(\.asAttribute).flatMap(\.allRules)).compactMap { rule in
      guard rule.isUnbound, case .custom(let name, _) = rule.requirement else { return nil }
      return name
    }
  }
}
