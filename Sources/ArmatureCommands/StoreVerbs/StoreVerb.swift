import Armature
import ArmatureSQLite

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Verb {
  static let store = Verb(
    name: "store", summary: "creates, checks, copies, compacts and encrypts stores",
    operands: [
      Operand(
        name: "action", help: StoreAction.help, values: .words(StoreAction.allCases.map(\.rawValue))
      ),
      StoreLocation.modelOperand, StoreLocation.operand,
      Operand(
        name: "copy",
        help: "the backup file, or the empty store for copy",
        arity: .optional),
    ],
    options: StoreLocation.options + [
      KeyOption.new.option,
      Option("history", "create: keep a history of all saves"),
      Option("data-only", "check: skip the rules of the model"),
      Option("repair", "check: first correct the wrong values of derived attributes"),
      Option(
        "format", .word(ReportFormat.allCases.map(\.rawValue)),
        "the format of the output of info and check"),
    ],
    details: [
      "create makes an empty store. info describes a store and counts its objects, for any "
        + "model. check looks for damage, dangling links, wrong derived values and broken "
        + "rules. With --repair, it first corrects derived values, except in objects that break "
        + "a rule. backup copies a file while other programs use it. copy saves all objects to "
        + "another store of any kind, or none of them; it uses one model for both. compact "
        + "returns the space of deleted objects to the system. rekey encrypts a file with another "
        + "key.",
      "A SQLite file can be encrypted: --key-file names a file with its key, and --new-key-file a "
        + "file with the key of a copy. A line break at the end does not count. To encrypt a plain "
        + "file, or to decrypt a file, copy it. A backup without --new-key-file keeps the key.",
      "A PostgreSQL database is named by its address in the format of libpq, with ?schema=name "
        + "for a schema other than public. Keep the password in ~/.pgpass: other users may see "
        + "the arguments of a call.",
      "The exit status is 1 if check finds failures, and 65 if the file is damaged.",
    ],
    examples: [
      Example("armature store check shop.swift shop.sqlite", "validates all stored objects."),
      Example(
        "armature store copy - shop.sqlite postgresql://shop@db.example/shop",
        "copies all objects to a server, with the model kept in the file."),
    ],
    work: .withModel { model, call in
      let name = call.operand("action") ?? ""
      guard let action = StoreAction(rawValue: name) else {
        throw call.wrong(
          Suggestion.text(
            name, "is not an action of store", among: StoreAction.allCases.map(\.rawValue)))
      }
      return try action.run(StoreLocation(call), model, call)
    })
}

/// The actions of `armature store`.
private enum StoreAction: String, CaseIterable {
  case create, info, check, backup, copy, compact, rekey

  static let help = "the action: " + allCases.map(\.rawValue).joined(separator: ", ")

  func run(_ file: StoreLocation, _ model: ManagedObjectModel, _ call: Call) throws -> ExitStatus {
    for (option, action) in [("history", Self.create), ("data-only", .check), ("repair", .check)]
    where call.has(option) && self != action {
      throw call.wrong("--\(option) is about \(action.rawValue), and not about \(rawValue).")
    }
    guard (call.operand("copy") != nil) == (self == .backup || self == .copy) else {
      throw call.wrong(
        self == .backup || self == .copy
          ? "\(rawValue) must have <copy>." : "\(rawValue) takes no <copy>.")
    }
    switch self {
    case .create: return try create(file, model, call)
    case .info: try printInfo(file, model, call)
    case .check: return try check(file, model, call)
    case .backup: try file.backUp(to: call.operand("copy") ?? "")
    case .copy: try copy(file, model, call)
    case .compact: try compact(file, call)
    case .rekey: try rekey(file, call)
    }
    return .success
  }

  private func create(
    _ file: StoreLocation, _ model: ManagedObjectModel, _ call: Call
  ) throws -> ExitStatus {
    try file.mustBeNew()
    let container = try file.openOrMake(model, keepsHistory: call.has("history"))
    try file.finishSaving(container)
    call.session.say("\(file.path.shown) is a store of \(model.name.displayEscaped()).")
    return .success
  }

  private func printInfo(_ file: StoreLocation, _ model: ManagedObjectModel, _ call: Call) throws {
    let info = try StoreInfo(file, model)
    switch call["format"] ?? "text" {
    case "text": for line in info.lines { call.session.result.line(line) }
    case "json": call.session.result.line(try JSONForm.text(info))
    case let format: throw call.wrong("info prints text or JSON, not \(format).")
    }
  }

  private func check(
    _ file: StoreLocation, _ model: ManagedObjectModel, _ call: Call
  ) throws -> ExitStatus {
    let isWhole = call.has("data-only") && !call.has("repair")
    let container = try file.open(isWhole ? model : call.skippingClosures(of: model))
    if call.has("repair") {
      let count = try container.repairDerivedValues().count
      try file.finishSaving(container)
      call.session.say(
        "\(file.path.shown): \(count) derived value\(count == 1 ? " was wrong, and is" : "s were wrong, and are") "
          + "right now.")
    }
    let report = try container.verify(includingRules: !call.has("data-only"))
    let format = call["format"].flatMap(ReportFormat.init) ?? .text
    if report.isEmpty && format == .text {
      call.session.result.line("\(file.path.shown): nothing is wrong.")
    } else {
      ReportText.write(report, as: format, call.session)
    }
    return report.isValid ? .success : .findings
  }

  private func copy(_ file: StoreLocation, _ model: ManagedObjectModel, _ call: Call) throws {
    let target = try StoreLocation(call.operand("copy") ?? "", call, key: .new)
    let (source, isNew) = (try file.open(model), try !target.exists())
    do {
      let count = try fill(target, model, from: source)
      call.session.say(
        "\(target.path.shown) has the \(count) object\(count == 1 ? "" : "s") of \(file.path.shown)."
      )
    } catch {
      if isNew { target.remove(call.session) }
      throw error
    }
  }

  /// Copies all objects to an empty store.
  ///
  /// - Returns: The number of objects.
  private func fill(
    _ target: StoreLocation, _ model: ManagedObjectModel, from source: PersistentContainer
  ) throws -> Int {
    let container = try target.openOrMake(model)
    let context = container.makeContext()
    for entity in model.entities where entity.parent == nil {
      let count = try context.count(FetchRequest(entity.name))
      if count == 0 { continue }
      throw CommandError(
        .usage,
        "\(target.path.shown) must have no objects, but has \(count) of "
          + "\(entity.name.displayEscaped()). Name a "
          + "new store, or load the objects: armature export, armature load.")
    }
    return try StoreCopy(from: source, to: container.store).run()
  }

  private func compact(_ file: StoreLocation, _ call: Call) throws {
    try file.mustExist()
    if file.kind == .postgreSQL {
      return call.session.say("\(file.path.shown) reuses its space automatically: see VACUUM.")
    }
    guard file.kind == .sqlite else {
      return call.session.say(
        "\(file.path.shown) has no unused space: each save writes a new file.")
    }
    let before = FileStatus(file.path)?.size ?? 0
    try file.openFile().compact()
    let after = FileStatus(file.path)?.size ?? 0
    call.session.say("\(file.path.shown) has \(after) bytes, and had \(before).")
  }

  private func rekey(_ file: StoreLocation, _ call: Call) throws {
    try file.mustExist()
    try file.mustBe([.sqlite], for: rawValue)
    guard let key = try call.key(.new) else {
      throw call.wrong("rekey must have --\(KeyOption.new.rawValue).")
    }
    try file.openFile().rekey(to: key)
    call.session.say("\(file.path.shown) has the new key.")
  }
}
