extension Verb {
  static let install = Verb(
    name: "install", summary: "installs the command and its library for scripts",
    operands: [],
    options: [
      Option("prefix", .folder("folder"), "the folder that has bin and lib (default: ~/.local)"),
      Option("uninstall", "remove the installed files"),
      .dryRun,
    ],
    details: [
      "The command goes to bin, the library to lib/armature, completions and the manual page to share. "
        + "Nothing else is written, and no other rights are needed. Removing it also removes "
        + "the folders that were made for it, unless they have other contents."
    ],
    examples: [
      Example("swift run -c release armature install", "installs for this user, from a checkout."),
      Example("armature install --uninstall", "removes it again."),
    ],
    work: .alone { call in
      let home = call.session.variables["HOME"] ?? "/"
      let prefix = call["prefix"] ?? home.appendingPath(".local")
      let installation = Installation(prefix: prefix, table: call.table, session: call.session)
      if call.has("dry-run") { return installation.list() }
      return try call.has("uninstall") ? installation.remove() : installation.make()
    })
}

/// The files of an installed command.
private struct Installation {
  let prefix: String
  let table: CommandTable
  let session: Session

  private var command: String { prefix.appendingPath("bin/armature") }
  private var library: String { prefix.appendingPath("lib/armature") }

  /// The files for shells and `man`, with their texts.
  private var texts: [(path: String, text: String)] {
    let completions = Completions(table)
    return [
      ("share/man/man1/armature.1", ManualPage.text(of: table)),
      ("share/bash-completion/completions/armature", completions.script(for: .bash)),
      ("share/zsh/site-functions/_armature", completions.script(for: .zsh)),
      ("share/fish/vendor_completions.d/armature.fish", completions.script(for: .fish)),
    ].map { (prefix.appendingPath($0), $1 + "\n") }
  }

  /// The file that lists the created folders, each followed by a NUL.
  private var record: String { library.appendingPath("folders") }

  /// Lists the files that are written or removed.
  func list() -> ExitStatus {
    for path in [command, library] + texts.map(\.path) { session.result.line(path: path) }
    return .success
  }

  func make() throws -> ExitStatus {
    let source = try ScriptLibrary.locate(session)
    let own = try ScriptLibrary.ownPath()
    // Folders created by an earlier installation still belong to it.
    var made = madeFolders
    for path in [command, library] + texts.map(\.path) {
      let missing = Files.missingFolders(above: path)
      try Files.makeFolder(path.parentPath)
      made += missing.map { $0.resolvedPath ?? $0 }
    }

    // The new library is written completely and then renamed, so that it never exists partially.
    let fresh = try TemporaryFolder(in: library.parentPath)
    try source.copy(to: fresh.path)
    try Files.write(
      made.map { $0.systemBytes + [0] }.joined(), to: fresh.path.appendingPath("folders"))
    try Files.setMode(fresh.path, 0o755)
    Files.remove(library)
    try Files.move(fresh.path, to: library)
    // A link can lead to the running program.
    if command.isLink { Files.remove(command) }
    try Files.copy(own, to: command, mode: 0o755)
    for (path, text) in texts { try Files.write(text, to: path) }
    session.result.line("Installed \(command.shown)")
    let folders = (session.variables["PATH"] ?? "").split(separator: ":").map(String.init)
    if let bin = command.parentPath.resolvedPath,
      !folders.contains(where: { $0.resolvedPath == bin })
    {
      session.warn(
        "\(command.parentPath.shown) must be in PATH for scripts to find it, but is not.")
    }
    return .success
  }

  func remove() throws -> ExitStatus {
    guard FileStatus(command) != nil || FileStatus(library) != nil else {
      throw CommandError(.noInput, "\(prefix.shown) must have an installed armature, but has none.")
    }
    let made = madeFolders
    for path in [command, library] + texts.map(\.path) { Files.remove(path) }
    // Innermost first; folders that contain other files stay.
    for folder in made.sorted(by: { $0.utf8.count > $1.utf8.count }) {
      _ = Files.removeEmpty(folder)
    }
    session.result.line("Removed \(command.shown)")
    return .success
  }

  /// The folders created by the installation.
  private var madeFolders: [String] {
    guard FileStatus(record) != nil, let bytes = try? Files.read(record) else { return [] }
    return bytes.split(separator: 0).map { String(systemBytes: Array($0)) }
  }
}
