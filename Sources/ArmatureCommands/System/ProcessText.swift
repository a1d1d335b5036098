#if canImport(Glibc)
  // `environ` is a variable that nobody changes here while it is read.
  @preconcurrency import Glibc
#elseif canImport(Musl)
  @preconcurrency import Musl
#else
  import Darwin
#endif

/// What the process was started with.
enum ProcessText {
  /// The arguments, with the name of the program.
  static var arguments: [String] {
    (0..<Int(CommandLine.argc)).compactMap { index in
      CommandLine.unsafeArgv[index].map { String(systemText: $0) }
    }
  }

  /// The variables of the environment.
  static var variables: [String: String] {
    let first: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = environ
    guard var next = first else { return [:] }
    var variables: [String: String] = [:]
    while let entry = next.pointee {
      let parts = String(systemText: entry)
        .split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      // The first counts, as for `getenv`.
      if parts.count == 2, variables[String(parts[0])] == nil {
        variables[String(parts[0])] = String(parts[1])
      }
      next += 1
    }
    return variables
  }
}
