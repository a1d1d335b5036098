import Foundation

extension Process {
  /// A shell that runs a script which starts a server, as a user by whom servers may be run: they refuse root.
  ///
  /// - Parameter life: What the script reads; it is to end the server when this is closed, whoever closes it.
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
