import Testing

@testable import ArmatureCommands

/// What the command does with keys.
@Suite struct KeyOptionTests {
  private let shop: Shop

  init() throws { shop = try Shop() }

  @Test(arguments: ["--key", "--key=geheim"])
  func `a key in the arguments is refused with the reason`(argument: String) {
    for verb in ["query", "export", "load", "history", "migrate"] {
      let refused = Outcome.of([verb, argument, "geheim", shop.model, shop.path("shop.sqlite")])
      #expect(refused.status == 64 && refused.result.isEmpty)
      #expect(
        refused.talk
          == "error: --key would show the key to other users, who can see the arguments of a call, "
          + "and keep it in the history of the shell. Write it to a file that only you can read, and "
          + "name the file: --key-file. Or use the variable ARMATURE_KEY. \"armature help \(verb)\" "
          + "says more.\n")
    }
    let check = Outcome.of(["check", argument, shop.model])
    #expect(check.status == 64 && check.talk.contains("is not an option of check"))
    #expect(!check.talk.contains("geheim"))
  }

  @Test func `a key file applies to SQLite files, and must exist and have content`() throws {
    #expect(shop.fill("shop.json").status == 0)
    let key = try shop.folder.write("geheim\n", to: "key")
    let onJSON = shop.call("query", store: "shop.json", ["Product", "--key-file", key])
    #expect(
      onJSON.status == 64
        && onJSON.talk.contains(
          "--key-file applies to stores of SQLite, but shop.json is a store of JSON")
    )
    let missing = shop.call(
      "store", "create", store: "new.sqlite", ["--key-file", shop.path("none")])
    #expect(missing.status == 66 && missing.talk.contains("none"))
    try shop.folder.write("\n", to: "empty")
    let empty = shop.call(
      "store", "create", store: "new.sqlite", ["--key-file", shop.path("empty")])
    #expect(empty.status == 64 && empty.talk.contains("but the passphrase is empty"))
    #expect(FileStatus(shop.path("new.sqlite")) == nil)
    let rekey = shop.call("store", "rekey", store: "shop.json", ["--new-key-file", key])
    #expect(rekey.status == 66 || rekey.status == 64)
  }
}
