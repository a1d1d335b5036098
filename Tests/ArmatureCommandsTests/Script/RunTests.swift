import Testing

@testable import ArmatureCommands

@Suite struct RunTests {
  private let command = Command.shared
  private let folder: Folder

  init() throws { folder = try Folder() }

  @Test func `a script gets its arguments, its input and its path`() throws {
    let script = try folder.write(
      """
      #!/usr/bin/env -S armature run
      import Armature
      let price: Decimal = 4.5
      print(CommandLine.arguments.dropFirst(), readLine() ?? "none", price)
      print(#filePath, #fileID, #line)
      """, to: "shop.swift")
    let expected = Outcome(
      status: 0,
      result: """
        ["a b", "--color", "-x"] line 4.5
        \(script) script/shop.swift 5

        """, talk: "")
    // The second run uses the first one's cache.
    for _ in 1...2 {
      #expect(
        try command.run(["run", script, "a b", "--color", "-x"], input: "line\n") == expected)
    }
  }

  @Test func `what a script prints of its rules names the script as it was given`() throws {
    let text = """
      import Armature
      let model = try ManagedObjectModel("Shop") {
        Entity("Item") {
          Attribute("price", Int.self).range(1...)
          Rule("is not 7") { $0.price != 7 }
        }
      }
      let item = try ManagedObjectContext(model: model).insert("Item")
      item.price = 7
      for failure in item.validate() { print(failure.ruleSite?.description ?? "none") }
      print(model.entities[0].site)

      """
    let script = try folder.write(text, to: "shop.swift")
    #expect(try command.run(["run", script]).result == "\(script):5\n\(script):3\n")
    #expect(try command.run(["run", "-"], input: text).result == "<stdin>:5\n<stdin>:3\n")
  }

  @Test func `a script may come from the standard input, or have any name`() throws {
    let text = "import Armature\nprint(#line, CommandLine.arguments)\nlet x: Int = \"\"\n"
    let right = text.split(separator: "\n").prefix(2).joined(separator: "\n")
    #expect(try command.run(["run", "-", "a"], input: right).result == "2 [\"-\", \"a\"]\n")
    let wrong = try command.run(["run", "-"], input: text)
    #expect(wrong.status == 65 && wrong.talk.contains("<stdin>:3:14: error: "), "\(wrong)")
    let file = try folder.write(right, to: "check")
    #expect(try command.run(["run", file]).result == "2 [\"\(file)\"]\n")
  }

  @Test(arguments: [
    ("does not compile", "let x = 1\nlet y: Int = \"\"\n", 65, "broken.swift:2:14: error: "),
    ("is not closed", "import Armature\nfunc f() {\n", 65, "broken.swift:"),
    ("throws", "struct Sad: Error {}\nthrow Sad()\n", 1, "error: Sad()\n"),
    (
      "has a wrong model",
      "import Armature\nlet m = try ManagedObjectModel(\"\") { Entity(\"A\") { Relationship(\"b\", to: \"B\") } }\nprint(m)\n",
      1,
      "/broken.swift:2: "
    ),
    (
      "throws asynchronously", "await Task.yield()\nthrow CancellationError()\n", 1, "error: Cancel"
    ),
    ("ends otherwise", "import Foundation\nexit(7)\n", 7, ""),
    ("traps", "let a: [Int] = []\nprint(a[a.count])\n", 128, ""),
    ("is empty", "", 0, ""),
    ("is no text", "\u{0}\u{1}\u{FEFF}(", 65, "broken.swift:1:"),
  ])
  func `the status of a script is kept`(
    what: String, text: String, status: Int32, talk: String
  ) throws {
    let script = try folder.write(text, to: "broken.swift")
    let outcome = try command.run(["run", script])
    // A trap is a signal; its number depends on the system.
    #expect(status == 128 ? outcome.status > 128 : outcome.status == status, "\(outcome)")
    #expect(outcome.talk.contains(talk), "\(outcome)")
  }

  @Test(arguments: [
    ("missing.swift", "must be a file, but no file has this path."),
    ("folder.swift", "must be a file, but is a folder."),
  ])
  func `what is no file is told`(name: String, sentence: String) throws {
    try folder.write("", to: "folder.swift/x")
    let path = folder.path.appendingPath(name)
    let outcome = try command.run(["run", path])
    #expect(outcome == Outcome(status: 66, result: "", talk: "error: \(path) \(sentence)\n"))
  }

  @Test(arguments: [
    "two words.swift", "-x.swift", "--help.swift", "Ünïcode 名.swift", "\"quotes\"'.swift",
    "@list.swift",
    "$(touch x).swift", "a=b,c.swift", "%s\\.swift", "line\nbreak.swift", "main.swift",
    "Armature.swift",
    ".swift", "a.b.c",
  ])
  func `files may have any name`(name: String) throws {
    let script = try folder.write("import Armature\nprint(CalendarDate.self, 1)\n", to: name)
    #expect(
      try command.run(["run", script]) == Outcome(status: 0, result: "CalendarDate 1\n", talk: ""))
  }

  @Test func `several at once see a whole program or none`() async throws {
    var command = command
    command.variables["XDG_CACHE_HOME"] = folder.path
    let script = try folder.write("print(6 * 7)", to: "answer.swift")
    let outcomes = await withTaskGroup(of: Outcome?.self) { [command] group in
      for _ in 1...4 { group.addTask { try? command.run(["run", script]) } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(outcomes == Array(repeating: Outcome(status: 0, result: "42\n", talk: ""), count: 4))
    let cache = folder.path.appendingPath("armature")
    #expect(try Files.names(in: cache) == ["libraries", "scripts"])
    #expect(try Files.names(in: cache.appendingPath("scripts")).count == 1)
  }

  @Test func `a cache that cannot be written is a warning`() throws {
    let script = try folder.write("print(6 * 7)", to: "answer.swift")
    var command = command
    command.variables["XDG_CACHE_HOME"] = script
    command.variables["TMPDIR"] = try folder.write("", to: "temporary/x").parentPath
    let outcome = try command.run(["run", script])
    #expect(outcome.status == 0 && outcome.result == "42\n")
    #expect(outcome.talk.hasPrefix("warning: Compiled scripts cannot be cached: "), "\(outcome)")
    #expect(outcome.talk.split(separator: "\n").count == 1)
    #expect(try Files.names(in: folder.path.appendingPath("temporary")) == ["x"])
  }

  @Test func `what else is in the cache is in nobody's way`() throws {
    var command = command
    command.variables["XDG_CACHE_HOME"] = folder.path
    let script = try folder.write("print(6 * 7)", to: "answer.swift")
    #expect(try command.run(["run", script]).result == "42\n")
    let scripts = folder.path.appendingPath("armature/scripts")
    let kept = scripts.appendingPath(try #require(try Files.names(in: scripts).first))
    for damage in ["", "not a program"] {
      try Files.write(damage, to: kept)
      try Files.setMode(kept, 0o755)
      #expect(try command.run(["run", script]) == Outcome(status: 0, result: "42\n", talk: ""))
    }
    Files.remove(scripts)
    try folder.write("of another version", to: "armature/scripts")
    let outcome = try command.run(["run", script])
    #expect(outcome.status == 0 && outcome.result == "42\n" && outcome.talk.hasPrefix("warning: "))
  }

  @Test func `a script that changes is compiled again`() throws {
    for number in 1...2 {
      let script = try folder.write("print(\(number))", to: "number.swift")
      #expect(try command.run(["run", script]).result == "\(number)\n")
    }
  }

  @Test func `functions may use the variables of the script`() throws {
    let script = try folder.write(
      shopModel + """
        let context = ManagedObjectContext(model: model)
        var count = 0
        struct Line: CustomStringConvertible { var description: String { "line \\(count)" } }
        func add(_ sku: String) throws -> ManagedObject {
          let product = try context.insert("Product")
          product.sku = sku
          count += 1
          return product
        }
        print(try add("TEA-0001"), Line())
        """, to: "shop.swift")
    #expect(
      try command.run(["run", script])
        == Outcome(status: 0, result: "Product#1* {sku: \"TEA-0001\"} line 1\n", talk: ""))
  }

  @Test func `a function that a rule calls is told to belong to nobody`() throws {
    let text =
      shopModel.replacing(".range(0...)", with: ".rule(\"is even\") { isEven($0) }")
      + "func isEven(_ price: Decimal) -> Bool { price == 2 }\n"
    let script = try folder.write(text, to: "shop.swift")
    let refused = try command.run(["run", script])
    #expect(refused.status == 65, "\(refused)")
    #expect(
      refused.talk.hasSuffix(
        "note: Rules and defaults must not call functions of the main actor: declare such a "
          + "function as nonisolated.\n"), "\(refused)")
    try folder.write(
      text.replacing("func isEven", with: "nonisolated func isEven"), to: "shop.swift")
    #expect(try command.run(["run", script]) == Outcome(status: 0, result: "", talk: ""))
  }

  @Test func `a script that traps keeps its sentence and what it has printed`() throws {
    let script = try folder.write(
      "print(1)\nprint(2, terminator: \"\")\nprint()\nprecondition(1 > 2, \"so it is\")",
      to: "trap.swift")
    let outcome = try command.run(["run", script])
    #expect(outcome.status > 128 && outcome.result == "1\n2\n", "\(outcome)")
    #expect(outcome.talk.contains("Precondition failed: so it is"), "\(outcome)")
  }

  @Test func `a script is optimized only if somebody says so`() throws {
    let script = try folder.write(
      "assert({ print(\"checked\"); return true }())", to: "check.swift")
    for (options, result) in [([], "checked\n"), (["--optimize"], ""), ([], "checked\n")] {
      let outcome = try command.run(["run"] + options + [script, "--optimize"])
      #expect(outcome == Outcome(status: 0, result: result, talk: ""))
    }
    let model = try folder.write(
      shopModel + "assert({ print(\"checked\"); return true }())", to: "model.swift")
    #expect(try command.run(["check", model]).talk == "checked\n")
    #expect(try command.run(["check", model, "--optimize"]).talk == "")
  }

  @Test(arguments: [("INT", 130), ("TERM", 143)], [0, 0.1, 0.3])
  func `a signal while compiling leaves nothing behind`(
    _ signal: (name: String, status: Int32), delay: Double
  ) throws {
    var command = command
    command.variables["XDG_CACHE_HOME"] = folder.path
    command.variables["TMPDIR"] = try folder.write("", to: "temporary/x").parentPath
    let script = try folder.write(shopModel, to: "shop.swift")
    #expect(try command.run(["run", script]).status == 0)
    // Long enough to be still compiling when the signal arrives.
    let long = try folder.write(
      shopModel + (1...100).map { "print((1...\($0)).map { $0 * $0 }.reduce(0, +))\n" }.joined(),
      to: "long.swift")
    // The compiler has started when its folder for temporary files exists. It has ended with all its children when no
    // process names this folder.
    let text = """
      "$0" run --optimize "$1" & until ls -d "$2"/armature/temporary-*/temporary; do sleep 0.01; done
      sleep \(delay); kill -\(signal.name) $!; wait $!; echo $?
      if test -d /proc/self; then grep -las "$2/armature/temporar[y]-" /proc/[0-9]*/cmdline; fi
      """
    let outcome = try Command.run(
      "/bin/sh", ["-c", text, command.path, long, folder.path], variables: command.variables)
    #expect(outcome.result.hasSuffix("/temporary\n\(signal.status)\n"), "\(outcome)")
    let cache = folder.path.appendingPath("armature")
    #expect(try Files.names(in: cache) == ["libraries", "scripts"])
    // A compiler that receives the signal before it has started its children may finish; its result is kept.
    #expect(try (1...2).contains(Files.names(in: cache.appendingPath("scripts")).count))
    #expect(try Files.names(in: folder.path.appendingPath("temporary")) == ["x"])
    #expect(try command.run(["run", "--optimize", script]).status == 0)
  }

  #if os(Linux)
    @Test(.enabled(if: canMount, "a small disk can be mounted by root only"), arguments: [1, 30])
    func `a full disk under the cache is a warning`(size: Int) throws {
      var command = command
      let disk = folder.path.appendingPath("disk")
      command.variables["XDG_CACHE_HOME"] = disk
      let script = try folder.write(shopModel + "print(6 * 7)", to: "answer.swift")
      let data = try folder.write("[]", to: "product.json")
      let text = """
        mkdir "$1" && mount -t tmpfs -o size=\(size)m tmpfs "$1" && "$0" run "$2" && "$0" validate "$2" "$3"
        status=$?; find "$1" -name 'temporary-*'
        TMPDIR="$1" "$0" run "$2" > "$3"; echo $?; umount "$1"; exit $status
        """
      let outcome = try Command.run(
        "/bin/sh", ["-c", text, command.path, disk, script, data], variables: command.variables)
      #expect(outcome.status == 0 && outcome.result == "42\nProduct: 0\n74\n", "\(outcome)")
      let lines = outcome.talk.split(separator: "\n")
      let warning = "warning: Compiled scripts cannot be cached: \(disk)/armature"
      let starts = [warning, warning, "42", warning, "error: \(disk)"]
      #expect(lines.count == starts.count, "\(outcome)")
      for (line, start) in zip(lines, starts) {
        #expect(line.hasPrefix(start), "\(outcome)")
        #expect(start == "42" || line.hasSuffix("the system says “No space left on device”."))
      }
    }

    private static let canMount =
      (try? Command.run(
        "/bin/sh",
        [
          "-c",
          "d=$(mktemp -d) && mount -t tmpfs -o size=1m tmpfs $d && umount $d && rmdir $d",
        ], variables: Command.shared.variables))?.status == 0
  #endif
}
