import Foundation

extension Process {
  /// Starts a shell with a script that starts a server, as a user other than root, which servers reject.
  ///
  /// - Parameter life: The input of the script, which must end the server when it is closed, in any way.
  static func server(_ script: String, _ life: Pipe) throws -> Process {
    let (shell, isRoot) = (Process(), geteuid() == 0)
    shell.executableURL = URL(filePath: isRoot ? "/usr/sbin/runuser" : "/bin/sh")
    shell.arguments = (isRoot ? ["-u", "postgres", "--", "/bin/sh"] : []) + ["-c", script]
    shell.standardInput = life
    shell.standardOutput = FileHandle.nullDevice
    shell.standardError = FileHandle.nullDevice
    try shell.run()
    return shell
  }
}
