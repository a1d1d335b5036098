import Armature
import ArmatureModel

extension Verb {
  static let migrate = Verb(
    name: "migrate", summary: "migrates a store to a model, if nothing is lost",
    operands: [Operand(name: "model", help: ModelFile.help), StoreLocation.operand],
    options: StoreLocation.options + [
      Option(
        "plan", "print the steps, the affected rows and the obstacles, and change nothing"),
      Option("sql", "print the statements for the database, and change nothing"),
      Option("check", "print the obstacles, if any, and change nothing"),
      Option("dry-run", "migrate a copy of the file, print the steps, and change nothing"),
      Option("yes", "drop values and objects that the model no longer has, without asking"),
      Option(
        "keep",
        "keep rows that lack a link or have too few or too many links, and print all failures"
      ),
      Option("backup", .text("file"), "keep a copy of the original file"),
      Option(
        "format", .word(["text", "json"]), "the format of the plan and of the obstacles"),
    ],
    details: [
      "A step that may lose data runs if no row is an obstacle. Otherwise the rows are listed, "
        + "and nothing is changed. Values and objects that the model no longer has are dropped "
        + "if you confirm it. Other steps need a program that converts the rows, as the article "
        + "Migration describes.",
      "With --keep, the migration keeps rows that break a rule which no table enforces: a "
        + "required link, or the number of links. They can be read. Their failures, and those "
        + "of rows that break other rules, are printed after the migration. Duplicates, missing "
        + "values and values of another type are still obstacles.",
      "A database is migrated in one transaction: its tables are locked, other programs wait "
        + "until it ends, and --sql prints the locks. A server that changes tables outside of "
        + "transactions, such as CockroachDB and YugabyteDB, is migrated step by step: --plan "
        + "and --sql say so, and the same call continues an interrupted migration. --check and "
        + "--dry-run count the rows in place, without copying them.",
      "The exit status is 1 if there are obstacles, or rows were kept: use --check in "
        + "continuous integration.",
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
        throw call.wrong(
          "The store already has the model kept in it: name the file of the new model.")
      }
      return try MigrationCall(model, call).run()
    })
}

/// One call of `armature migrate`.
private struct MigrationCall {
  private let call: Call
  private let model: ManagedObjectModel
  private let file: StoreLocation
  private let plan: MigrationPlan

  /// The modes, which exclude each other.
  private static let modes = ["plan", "sql", "check", "dry-run", "yes"]

  init(_ model: ManagedObjectModel, _ call: Call) throws {
    self.model = call.has("keep") ? try call.skippingClosures(of: model) : model
    self.call = call
    let given = Self.modes.filter(call.has)
    if given.count > 1 {
      throw call.wrong("--\(given[0]) and --\(given[1]) cannot be used together.")
    }
    file = try StoreLocation(call)
    if file.kind == .postgreSQL {
      if call.has("backup") { throw file.refusal("backed up", "Use pg_dump.") }
      if call.has("keep"), call.has("check") || call.has("dry-run") {
        throw file.refusal("checked with --keep", "Try a copy: armature store copy.")
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
      // A database whose migration to another model was interrupted matches no model.
      if file.kind == .postgreSQL { _ = try file.migrationPlan(to: model, .automatic) }
      call.session.say("\(file.path.shown) already has the form of the model.")
      return .success
    }
    guard isTrial else { return try migrate(file) }
    // Tables can contain additions by other programs that prevent a step.
    let needsNoCopy = call.has("check") && !call.has("keep") && plan.effect <= .lossless
    return file.kind == .postgreSQL || needsNoCopy ? try plan(file) : try migrateCopy()
  }

  /// Whether the store stays unchanged.
  private var isTrial: Bool { call.has("check") || call.has("dry-run") }

  private func printStatements() throws -> ExitStatus {
    try file.mustBe([.sqlite, .postgreSQL], for: "--sql")
    // The plan throws the same errors as the migration.
    let plan = try file.migrationPlan(to: model, kept(.automatic))
    for statement in plan.statements { call.session.result.line(statement) }
    return .success
  }

  /// Finds obstacles in the rows of the store itself. A database is not copied, because the copy would be on another
  /// server.
  private func plan(_ file: StoreLocation) throws -> ExitStatus {
    let obstacles = try file.migrationPlan(to: model, .automatic).obstacles
    if !obstacles.isEmpty {
      try printObstacles(obstacles)
      return .findings
    }
    if call.has("dry-run") { call.session.result.line("\(plan)") }
    return .success
  }

  /// Migrates a file; the user decides about obstacles.
  private func migrate(_ file: StoreLocation) throws -> ExitStatus {
    let container: PersistentContainer
    do {
      container = try open(file, .automatic)
    } catch PersistentStoreError.migrationBlocked(_, let obstacles) {
      try printObstacles(obstacles)
      guard !call.has("check"), try mayDrop(obstacles) else { return .findings }
      container = try open(file, .custom(obstacles.map { .drop($0.step.place) }))
    }
    let status = try printKept(container)
    if call.has("check") { return status }
    if call.has("dry-run") {
      call.session.result.line("\(plan)")
    } else {
      call.session.say("\(file.path.shown) now has the form of the model.")
    }
    return status
  }

  /// Returns a migration that keeps invalid values if the user wants to.
  private func kept(_ migration: StoreMigration) -> StoreMigration {
    call.has("keep") ? migration.keepingInvalidObjects() : migration
  }

  private func open(_ file: StoreLocation, _ migration: StoreMigration) throws
    -> PersistentContainer
  {
    let progress = Progress(call.session)
    defer { progress?.clear() }
    var migration = kept(migration).reporting { progress?.show("\($0) migrated") }
    if let backup = call["backup"], !isTrial { migration = migration.keepingBackup(at: backup) }
    return try PersistentContainer(model: model, store: file.store(), migration: migration)
  }

  /// Prints the failures of rows that were kept although they are invalid.
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

  /// Returns whether the rows that are an obstacle may be deleted. Deleting them must be possible, and the user must
  /// agree.
  private func mayDrop(_ obstacles: [MigrationObstacle]) throws -> Bool {
    let drops: Set<MigrationPlan.Kind> = [.removeAttribute, .removeRelationship, .removeEntity]
    let others = obstacles.map(\.step).filter { !drops.contains($0.kind) }
    if !others.isEmpty {
      call.session.complain(
        "The model does not say how to convert these rows. Nothing was changed. Change the model "
          + "or the rows:\n"
          + others.map { "  \($0.remedy(in: model).displayEscaped())\n" }.joined()
          + "Or migrate with a program that converts the rows, as the article Migration describes."
          + (call.has("keep")
            ? " --keep keeps only rows with links that break a rule; values must be present, "
              + "valid and unique in every store."
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

  /// Migrates a temporary copy.
  private func migrateCopy() throws -> ExitStatus {
    let folder = try TemporaryFolder(in: call.session.temporaryFolder)
    defer { folder.remove() }
    return try migrate(file.backUp(to: folder.path.appendingPath(file.path.lastPathPart)))
  }
}

extension MigrationPlan.Step {
  /// Returns a sentence about changes of the new model or of the rows, after which the step has no obstacle.
  func remedy(in model: ManagedObjectModel) -> String {
    let isAttribute = model[entity]?.relationships.contains { $0.name == property } == false
    return switch fact {
    case .attributeAdded, .becameStored: "\(place): give it a default or make it optional."
    case .relationshipAdded: "\(place): make it optional."
    case .becameRequired:
      "\(place): \(isAttribute ? "give it a default or " : "")keep it optional, or set it in these "
        + "rows."
    case .typeChanged(let from, _):
      "\(place): keep the type \(from.swiftName), or correct these values."
    case .casesChanged: "\(place): keep the cases that these rows have, or correct these values."
    case .uniquenessAdded(let names):
      "\(entity): leave out the uniqueness of \(names.joined(separator: ", ")), or correct these "
        + "values."
    case .countsChanged: "\(place): allow the counts that these rows have, or correct these links."
    default: "\(place): undo its change, or correct these rows."
    }
  }
}
