import Armature

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Darwin)
  import MachO
#endif

/// The modules, the shared library and the compiler for scripts.
///
/// The modules of a package can be read only by the compiler that has written them. This compiler is therefore recorded
/// and used for scripts, even if `swiftc` now names another one.
struct ScriptLibrary {
  let modules: String
  /// The folder of the shared library.
  let folder: String
  let compiler: String
  /// The folder that is removed after the script has run; `nil` if the library is kept.
  var temporaryFolder: TemporaryFolder?

  static let moduleNames = [
    "Armature", "ArmatureModel", "ArmatureSQL", "ArmatureSQLite", "ArmaturePostgreSQL",
    "ArmatureDocuments", "ArmatureImport", "ArmatureInspector", "ArmatureTools",
    "ArmatureGenerator", "ArmatureCommands",
  ]
  #if canImport(Darwin)
    static let fileName = "libArmature.dylib"
  #else
    static let fileName = "libArmature.so"
  #endif

  /// The files that reveal a change of library or compiler.
  var files: [String] { [folder.appendingPath(Self.fileName), compiler] }

  /// Returns the library next to the command. In an installation, it is in `../lib/armature`. Otherwise it is built
  /// from the objects that the build has left there.
  ///
  /// - Throws: ``CommandError`` if neither exists, or if the compiler is missing.
  static func locate(_ session: Session) throws -> ScriptLibrary {
    let command = try ownPath()
    let installed = command.parentPath.parentPath.appendingPath("lib/armature")
    if let compiler = try recordedCompiler(in: installed) {
      return ScriptLibrary(
        modules: installed.appendingPath("modules"), folder: installed, compiler: compiler)
    }
    let build = command.parentPath
    let objects = build.appendingPath("\(command.lastPathPart).product/Objects.LinkFileList")
    guard FileStatus(objects) != nil else {
      throw CommandError(
        .unavailable,
        "\(command) must have its library in \(installed), but it is missing. Install it from a "
          + "checkout: swift run -c release armature install")
    }
    let cache = ScriptCache(session)
    let key = ScriptCache.key([], files: [command])
    let modules = build.appendingPath("Modules")
    let kept = cache.path("libraries", key)
    if cache.has("libraries", key), let compiler = try recordedCompiler(in: kept) {
      return ScriptLibrary(modules: modules, folder: kept, compiler: compiler)
    }
    session.tell("The library for scripts is being linked, which happens once.")
    return try cache.make(session) { work, canKeep in
      let compiler = try findCompiler(in: work.path, session)
      try link(objects, into: work.path, by: compiler, session)
      // Written last: this file marks a complete folder.
      try Files.write(compiler, to: work.path.appendingPath("compiler"))
      let isKept = canKeep && cache.keep(work.path, "libraries", key, session)
      return ScriptLibrary(
        modules: modules, folder: isKept ? kept : work.path, compiler: compiler,
        temporaryFolder: isKept ? nil : work)
    }
  }

  /// Copies the modules and the library to a folder, so that they can be used after the build folder is removed.
  func copy(to folder: String) throws {
    try Files.makeFolder(folder.appendingPath("modules"))
    for name in Self.moduleNames {
      let file = "\(name).swiftmodule"
      try Files.copy(
        modules.appendingPath(file), to: folder.appendingPath("modules").appendingPath(file))
    }
    try Files.copy(
      self.folder.appendingPath(Self.fileName), to: folder.appendingPath(Self.fileName),
      mode: 0o755)
    try Files.write(compiler, to: folder.appendingPath("compiler"))
  }

  /// Returns the path of the running command, with links resolved.
  static func ownPath() throws -> String {
    #if os(Linux)
      let path = "/proc/self/exe".resolvedPath
    #else
      var size: UInt32 = 0
      _NSGetExecutablePath(nil, &size)
      var buffer = [CChar](repeating: 0, count: Int(size))
      _NSGetExecutablePath(&buffer, &size)
      let path = String(
        decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self
      ).resolvedPath
    #endif
    guard let path else {
      throw CommandError(.unavailable, "The command cannot find out its own path.")
    }
    return path
  }

  private static func recordedCompiler(in folder: String) throws -> String? {
    let record = folder.appendingPath("compiler")
    guard FileStatus(record) != nil else { return nil }
    let compiler = String(decoding: try Files.read(record), as: UTF8.self)
    if FileStatus(compiler) == nil {
      throw CommandError(
        .unavailable,
        "Scripts must be compiled by \(compiler), which built the library, but it is missing. "
          + "Build and install again: swift run -c release armature install")
    }
    return compiler
  }

  /// Returns the compiler itself. A launcher is not suitable, because it selects a compiler by the current folder.
  private static func findCompiler(
    in folder: String, _ session: Session
  ) throws -> String {
    struct TargetInfo: Decodable {
      struct Paths: Decodable { let runtimeResourcePath: String }
      let paths: Paths
    }
    guard let found = ChildProcess.find("swiftc", variables: session.variables) else {
      throw CommandError(
        .unavailable, "To compile scripts, swiftc must be in PATH, but is not.")
    }
    let (_, output) = try call(
      found, ["-print-target-info"], in: folder, capturing: [1], session)
    guard let info = try? JSONDecoder().decode(TargetInfo.self, from: Data(output.utf8)) else {
      return found
    }
    // …/usr/lib/swift belongs to …/usr/bin/swiftc.
    let compiler = info.paths.runtimeResourcePath.parentPath.parentPath.appendingPath("bin/swiftc")
    return FileStatus(compiler) == nil ? found : compiler
  }

  /// Runs the compiler with a folder for the temporary files that it does not remove itself.
  static func call(
    _ compiler: String, _ arguments: [String], in folder: String,
    capturing captures: [Int32] = [1, 2], _ session: Session
  ) throws -> (status: Int32, output: String) {
    let temporary = folder.appendingPath("temporary")
    try Files.makeFolder(temporary)
    defer { Files.remove(temporary) }
    return try ChildProcess.run(
      compiler, [compiler] + arguments, capturing: captures,
      variables: session.variables.merging(["TMPDIR": temporary]) { $1 }, isTool: true)
  }

  /// Links the objects of the command into a shared library. The objects of its entry point are left out.
  private static func link(
    _ objects: String, into folder: String, by compiler: String, _ session: Session
  ) throws {
    let lines = String(decoding: try Files.read(objects), as: UTF8.self).split(separator: "\n")
      .filter { !$0.contains("/ArmatureCLI.build/") }
    let list = folder.appendingPath("objects")
    try Files.write(lines.joined(separator: "\n"), to: list)
    // Without debugging information, which is the larger part.
    let arguments = ["-emit-library", "@\(list)", "-Xlinker", "-S"] + startArguments
    let (status, output) = try call(
      compiler, arguments + ["-o", folder.appendingPath(fileName)], in: folder, session)
    if status != 0 {
      try Files.checkRoom(in: folder.parentPath, output)
      throw CommandError(.unavailable, "The library for scripts cannot be linked:\n\(output)")
    }
    Files.remove(list)
  }
}
