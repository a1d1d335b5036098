#if canImport(Glibc)
  // No code changes the variable `stdout`.
  @preconcurrency import Glibc
#elseif canImport(Musl)
  @preconcurrency import Musl
#else
  import Darwin
#endif

/// Runs in a script's process before its first line.
///
/// The linker makes it the initializer that the system calls after loading the library of scripts.
@_cdecl("armature_script_begins") public func beginScript() {
  // Line buffering also for pipes and files: printed lines survive a trap of the script.
  setvbuf(stdout, nil, _IOLBF, 0)
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
