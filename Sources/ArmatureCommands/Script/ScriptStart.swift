import ArmatureModel

#if canImport(Glibc)
  // `stdout` is a variable that nobody changes.
  @preconcurrency import Glibc
#elseif canImport(Musl)
  @preconcurrency import Musl
#else
  import Darwin
#endif

/// What happens in the process of a script before its first line.
///
/// The linker makes it the function that the system calls when it has loaded the library of scripts.
@_cdecl("armature_script_begins") public func beginScript() {
  // By lines also into a pipe or a file: nothing that was printed is lost when the script traps.
  setvbuf(stdout, nil, _IOLBF, 0)
  if let path = ProcessText.arguments.first { Script.showPath(path) }
}

extension Script {
  /// Has places in the script called by the path that the user has given; `-` is the standard input.
  fileprivate static func showPath(_ path: String) {
    let location = location(of: path)
    DeclarationSite.renamedFile = (
      "\(moduleName)/\(fileName(of: location))", path == "-" ? location : path.shown
    )
  }
}

extension ScriptLibrary {
  /// What the linker is told about ``beginScript()``.
  static var startArguments: [String] {
    #if canImport(Darwin)
      ["-Xlinker", "-init", "-Xlinker", "_armature_script_begins"]
    #else
      ["-Xlinker", "-init=armature_script_begins"]
    #endif
  }
}
