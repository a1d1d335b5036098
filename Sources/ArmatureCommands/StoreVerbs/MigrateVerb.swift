import Armature

extension Verb {
  static let migrate = Verb(
    name: "migrate", summary: "brings a store into the form of a model, if nothing is lost",
    operands: [Operand(name: "model", help: ModelFile.help), StoreFile.operand],
    options: ModelFile.options + [
      Option(
        "plan", "print the steps, the rows they touch and those in the way, and change nothing"),
      Option("sql", "print the statements that a database would get, and change nothing"),
      Option("check", "print what stands in the way, if anything does, and change nothing"),
      Option("dry-run", "migrate a copy of the file, print the steps, and change nothing"),
      Option("yes", "drop the values and objects of what the model has no longer, without asking"),
      Option(
        "keep",
        "keep rows that lack a link or lead to too few or too many objects, and print what is wrong with any"
      ),
      Option("backup", .text("file"), "keep a copy of the file as it was"),
      Option(
        "format", .word(["text", "json"]), "the form of the plan and of what stands in the way"),
    ],
    details: [
      "A step that may lose something is taken if no row stands in its way. Else the rows are listed, and "
        + "nothing is changed; what the model has no longer is dropped if you say so. Other steps need a program, "
        + "which tells what becomes of the rows: the article Migration says how.",
      "With --keep, rows stay that break a rule which no table enforces: a link that must be there, or the number of "
        + "links. They can be read, and what is wrong with them, and with rows that break other rules, is printed "
        + "after the migration. What is not unique, lacks a value, or has another type stands in the way still.",
      "A database is migrated in one transaction: its tables are locked, others wait until it is over, and --sql prints "
        + "what is locked. A server that changes tables outside of transactions, as CockroachDB and YugabyteDB do, is migrated "
        + "step by step: --plan and --sql say so, and a migration that was interrupted goes on at the same call. For --check and "
        + "--dry-run nothing is copied: the rows are counted where they are.",
      "The exit status is 1 if rows stand in the way, or were kept: --check is for continuous integration.",
    ],
    examples: [
      Example(
        "armature migrate shop.swift shop.sqlite --backup old.sqlite", "migrates, and keeps a copy."
      ),
      Example(
        "armature migrate shop.swift 'postgresql://db/shop?schema=spring' --plan",
        "prints the steps for the store in a schema of a database."),
    ],
    work: .withModel { model, call in
      if call.modelPath == "-" {
        throw call.wrong("The store has the model that it keeps: name the file of the new one.")
      }
      return try MigrationCall(model, call).run()
    })
}

/// One call of `armature migrate`.
private struct MigrationCall {
  private let call: Call
  private let model: ManagedObjectModel
  private let file: StoreFile
  private let plan: MigrationPlan

  /// What to do; one of them at most.
  private static let modes = ["plan", "sql", "check", "dry-run", "yes"]

  init(_ model: ManagedObjectModel, _ call: Call) throws {
    (self.model, self.call) = (model, call)
    let given = Self.modes.filter(call.has)
    if given.count > 1 { throw call.wrong("--\(given[0]) and --\(given[1]) exclude each other.") }
    file = try StoreFile(call)
    if file.kind == .postgreSQL {
      if call.has("backup") { throw file.refusal("backed up", "Use pg_dump.") }
      if call.has("keep"), call.has("check") || call.has("dry-run") {
        throw file.refusal("tried with --keep", "Try a copy: armature store copy.")
      }
    }
    plan =
      try file.metadata().isKept(by: model)
      ? MigrationPlan(from: model, to: model)
      : MigrationPlan(from: try file.keptModel(), to: model)
  }

  func run() throws -> ExitStatus {
    let result = call.session.result
    if call.has("sql") { return try printStatements() }
    if call.has("plan") {
      let plan = try file.migrationPlan(to: model, kept(.automatic))
      result.line(
        call["format"] == "json" ? try JSONForm.text(plan) : "\(plan)")
      return .success
    }
    if plan.isEmpty {
      // One that is interrupted on the way to another model is in the form of none.
      if file.kind == .postgreSQL { _ = try file.migrationPlan(to: model, .automatic) }
      call.session.say("\(file.path.shown) is in the form of the model.")
      return .success
    }
    guard isTrial else { return try migrate(file) }
    // Tables may have what others have added, which stands in the way of any step.
    let needsNoCopy = call.has("check") && !call.has("keep") && plan.effect <= .lossless
    return file.kind == .postgreSQL || needsNoCopy ? try plan(file) : try migrateCopy()
  }

  /// Whether the store stays as it is.
  private var isTrial: Bool { call.has("check") || call.has("dry-run") }

  private func printStatements() throws -> ExitStatus {
    try file.mustBe([.sqlite, .postgreSQL], for: "--sql")
    // The plan refuses what no migration would do.
    let plan = try file.migrationPlan(to: model, kept(.automatic))
    for statement in plan.statements { call.session.result.line(statement) }
    return .success
  }

  /// Looks at the rows where they are for what stands in the way: a copy of a database would be one of another server.
  private func plan(_ file: StoreFile) throws -> ExitStatus {
    let obstacles = try file.migrationPlan(to: model, .automatic).obstacles
    if !obstacles.isEmpty {
      try printObstacles(obstacles)
      return .findings
    }
    if call.has("dry-run") { call.session.result.line("\(plan)") }
    return .success
  }

  /// Migrates a file; where rows stand in the way, as the user says.
  private func migrate(_ file: StoreFile) throws -> ExitStatus {
    let container: PersistentContainer
    do {
      container = try open(file, .automatic)
    } catch PersistentStoreError.migrationLoses(_, let obstacles) {
      try printObstacles(obstacles)
      guard !call.has("check"), try mayDrop(obstacles) else { return .findings }
      container = try open(file, .custom(obstacles.map { .drop($0.step.place) }))
    }
    let status = try printKept(container)
    if call.has("check") { return status }
    if call.has("dry-run") {
      call.session.result.line("\(plan)")
    } else {
      call.session.say("\(file.path.shown) is in the form of the model now.")
    }
    return status
  }

  /// A migration that keeps what the user wants to keep.
  private func kept(_ migration: StoreMigration) -> StoreMigration {
    call.has("keep") ? migration.keepingInvalid() : migration
  }

  private func open(_ file: StoreFile, _ migration: StoreMigration) throws -> PersistentContainer {
    let progress = Progress(call.session)
    defer { progress?.clear() }
    var migration = kept(migration).reporting { progress?.show("\($0) migrated") }
    if let backup = call["backup"], !isTrial { migration = migration.keepingBackup(at: backup) }
    return try PersistentContainer(model: model, store: file.store(), migration: migration)
  }

  /// Prints what is wrong with the rows, if such rows were to be kept.
  private func printKept(_ container: PersistentContainer) throws -> ExitStatus {
    if !call.has("keep") { return .success }
    let report = try container.verify()
    if report.isEmpty { return .success }
    ReportText.write(report, as: call["format"] == "json" ? .json : .text, call.session)
    return report.isValid ? .success : .findings
  }

  private func printObstacles(_ obstacles: [MigrationObstacle]) throws {
    let result = call.session.result
    if call["format"] == "json" { return result.line(try JSONForm.text(obstacles)) }
    for obstacle in obstacles { result.line("\(obstacle)") }
  }

  /// Whether what stands in the way may go: it can, and somebody says so.
  private func mayDrop(_ obstacles: [MigrationObstacle]) throws -> Bool {
    let drops: Set<MigrationPlan.Kind> = [.removeAttribute, .removeRelationship, .removeEntity]
    if let other = obstacles.first(where: { !drops.contains($0.step.kind) }) {
      call.session.complain(
        "The model does not tell what becomes of these rows of \(other.step.place.displayEscaped()). Nothing was "
          + "changed: change the model or the rows, or migrate with a program that tells it, as the article Migration says."
          + (call.has("keep")
            ? " --keep keeps rows whose links break a rule; values must be there, fit and be unique in any store."
            : "")
      )
      return false
    }
    if call.has("yes") || call.has("dry-run") { return call.has("yes") }
    call.session.result.flush()
    guard call.session.agrees(to: "Drop them?") else {
      call.session.complain("Nothing was changed: --yes drops them.")
      return false
    }
    return true
  }

  /// Migrates a copy that goes away.
  private func migrateCopy() throws -> ExitStatus {
    let folder = try TemporaryFolder(in: call.session.temporaryFolder)
    defer { folder.remove() }
    return try migrate(file.backUp(to: folder.path.appendingPath(file.path.lastPathPart)))
  }
}
