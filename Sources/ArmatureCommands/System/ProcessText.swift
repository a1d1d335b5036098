#if canImport(Glibc)
  // No code changes the variable `environ` while it is read.
  @preconcurrency import Glibc
#elseif canImport(Musl)
  @preconcurrency import Musl
#else
  import Darwin
#endif

/// The arguments and the environment of the process.
enum ProcessText {
  /// The arguments, including the program's name.
  static var arguments: [String] {
    (0..<Int(CommandLine.argc)).compactMap { index in
      CommandLine.unsafeArgv[index].map { String(systemText: $0) }
    }
  }

  /// The environment variables.
  static var variables: [String: String] {
    let first: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = environ
    guard var next = first else { return [:] }
    var variables: [String: String] = [:]
    while let entry = next.pointee {
      let parts = String(systemText: entry)
        .split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      // The first value counts, as for `getenv`.
      if parts.count == 2, variables[String(parts[0])] == nil {
        variables[String(parts[0])] = String(parts[1])
      }
      next += 1
    }
    return variables
  }
}
