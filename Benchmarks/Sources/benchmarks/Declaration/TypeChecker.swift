import Foundation

/// Runs `swiftc -typecheck` on a piece of source that imports the library.
enum TypeChecker {
  /// Returns the compiler's time for one function and its closures.
  ///
  /// The compiler measures itself, so loading the modules does not count.
  ///
  /// - Throws: ``Skipped`` if the compiler or the library's modules are missing, or the source has errors.
  static func milliseconds(function: String, in source: String) throws -> Double {
    let modules = URL(fileURLWithPath: ChildProcess.ownPath)
      .resolvingSymlinksInPath().deletingLastPathComponent().appendingPathComponent("Modules")
    guard FileManager.default.fileExists(atPath: modules.path) else {
      throw Skipped(reason: "the library's modules are not beside the executable")
    }
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("armature-typecheck-\(UUID().uuidString).swift")
    try Data(source.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let compiler = try ChildProcess.run(
      "/usr/bin/env",
      [
        "swiftc", "-typecheck", "-swift-version", "6", "-I", modules.path,
        "-Xfrontend", "-debug-time-function-bodies", file.path,
      ], mergesErrors: true)
    guard compiler.status != 127 else { throw Skipped(reason: "swiftc is not in the path") }
    guard compiler.status == 0 else {
      let error = compiler.output.firstRange(of: "error: ").map {
        compiler.output[$0.upperBound...].prefix { $0 != "\n" }
      }
      throw Skipped(reason: "the compiler says: \(error ?? "status \(compiler.status)")")
    }
    // A line such as `7.06ms<tab>file.swift:4:6<tab>global function file.(file).wide()@…`.
    for line in compiler.output.split(separator: "\n")
    where line.contains(").\(function)(") || line.contains(").\(function)@") {
      if let end = line.firstRange(of: "ms\t"), let time = Double(line[..<end.lowerBound]) {
        return time
      }
    }
    throw Skipped(reason: "swiftc did not report the function")
  }
}
