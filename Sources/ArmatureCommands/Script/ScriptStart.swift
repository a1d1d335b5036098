import ArmatureModel

#if canImport(Glibc)
  // No code changes the variable `stdout`.
  @preconcurrency import Glibc
#elseif canImport(Musl)
  @preconcurrency import Musl
#else
  import Darwin
#endif

/// Runs in the process of a script before the first line of the script.
///
/// The linker makes this function the initializer that the system calls after loading the library of scripts.
@_cdecl("armature_script_begins") public func beginScript() {
  // Line buffering also for pipes and files: printed lines survive a trap of the script.
  setvbuf(stdout, nil, _IOLBF, 0)
  if let path = ProcessText.arguments.first { Script.showPath(path) }
}

extension Script {
  /// Makes messages show places in the script by the path that the user has given. The standard input is written as
  /// `-`.
  fileprivate static func showPath(_ path: String) {
    let location = location(of: path)
    DeclarationSite.renamedFile = (
      "\(moduleName)/\(fileName(of: location))", path == "-" ? location : path.shown
    )
  }
}

extension ScriptLibrary {
  /// The linker arguments for ``beginScript()``.
  static var startArguments: [String] {
    #if canImport(Darwin)
      ["-Xlinker", "-init", "-Xlinker", "_armature_script_begins"]
    #else
      ["-Xlinker", "-init=armature_script_begins"]
    #endif
  }
}
