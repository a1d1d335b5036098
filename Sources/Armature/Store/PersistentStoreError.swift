public import ArmatureModel

/// An error that occurs when a store is opened, read, migrated or saved.
///
/// ```swift
/// do {
///   _ = try InMemoryStore().reader().count(FetchRequest("Book"))
/// } catch PersistentStoreError.notOpen {
///   print("A container opens its store.")
/// }
/// ```
///
/// ## Topics
///
/// ### Opening a Store
/// - ``notOpen``
/// - ``otherModel``
/// - ``modelDiffers(path:saved:expected:difference:)``
///
/// ### Migration
/// - ``migrationBlocked(path:obstacles:)``
/// - ``unknownVersion(path:saved:versions:)``
/// - ``laterVersion(path:saved:opened:)``
/// - ``unknownPlace(_:suggestion:)``
/// - ``unknownSource(_:of:suggestion:)``
/// - ``invalidValue(place:type:value:)``
/// - ``invalidObject(place:reason:)``
/// - ``unreadableValue(place:key:reason:)``
///
/// ### Reading and Saving
/// - ``unreadableData(of:attribute:path:reason:)``
/// - ``incompleteTransaction(_:property:)``
/// - ``wrongAnswer(function:must:but:)``
///
/// ### History
/// - ``noHistory(reason:)``
/// - ``unknownToken(_:reason:)``
/// - ``damagedHistory(save:reason:)``
public enum PersistentStoreError: Error, Hashable, Sendable {
  /// The store was used before it was opened.
  case notOpen
  /// The store is already open with another model.
  case otherModel
  /// The rows were saved with a model that stores them differently.
  ///
  /// `path` is the location of the data. `difference` describes the changes of the model since the rows were saved. It
  /// is `nil` if the store does not know the saved model.
  case modelDiffers(
    path: String, saved: ModelFingerprint, expected: ModelFingerprint, difference: ModelDifference?)
  /// The migration would lose data, so the rows were left unchanged.
  ///
  /// `path` is the location of the data. The `obstacles` are in the order of the steps.
  case migrationBlocked(path: String, obstacles: [MigrationObstacle])
  /// The rows were saved with a model that is not among the versions of a staged migration. The rows were left
  /// unchanged.
  ///
  /// `path` is the location of the data, and `versions` contains the names of the known versions.
  case unknownVersion(path: String, saved: ModelFingerprint, versions: [String])
  /// The rows were saved with a later version of a staged migration than the version of the model. The rows were left
  /// unchanged.
  ///
  /// `path` is the location of the data. `saved` and `opened` are the names of the two versions.
  case laterVersion(path: String, saved: String, opened: String)
  /// A custom step of a migration sets an unknown attribute. The rows were left unchanged.
  ///
  /// The first value is the place as written in the step, such as `Article.makr`. `suggestion` is a similar place that
  /// exists.
  case unknownPlace(String, suggestion: String?)
  /// A custom step of a migration reads an attribute that does not exist in the old model. No rows were changed.
  ///
  /// The first value is the name of the attribute as you wrote it in the step. The value `of` is the place of the step,
  /// such as `Article.maker`. The `suggestion` is a similar name that exists, or `nil` if there is no similar name.
  case unknownSource(String, of: String, suggestion: String?)
  /// A custom step of a migration computed an invalid value for an attribute. The rows were left unchanged.
  ///
  /// `place` is the attribute, such as `Article.maker`.
  case invalidValue(place: String, type: AttributeType, value: AttributeValue)
  /// A custom step of a migration made an invalid object or link. The rows were left unchanged.
  ///
  /// `place` is the entity, or its relationship, such as `Article.producer`. `reason` completes a sentence that starts
  /// with the place.
  case invalidObject(place: String, reason: String)
  /// A custom step of a migration reads a stored value that is invalid for its attribute. No rows were changed.
  ///
  /// The `place` is the attribute with its old name, such as `Article.code`, and `key` is the key of the row that
  /// contains the value. The `reason` describes the value in words that complete a sentence.
  case unreadableValue(place: String, key: Int64, reason: String)
  /// The store returned an invalid result, which was ignored.
  ///
  /// This means that the implementation of the store contains an error. `function` is the called function of
  /// ``PersistentStore`` or ``StoreReader``. `must` describes the required result, and `but` describes the actual
  /// result.
  case wrongAnswer(function: String, must: String, but: String)
  /// A transaction changes only one side of a relationship.
  ///
  /// The transaction lacks the change of `property` of the object with the ID. Nothing was changed.
  case incompleteTransaction(ManagedObjectID, property: String)
  /// The value of an attribute cannot be read, because the file that contains it is missing or damaged. You can still
  /// read all other objects.
  ///
  /// This error occurs in stores that keep large values in separate files. The `attribute` is the name of the
  /// attribute, and `path` is the path of the file or of its folder. The `reason` describes the problem with the file
  /// in words that complete a sentence.
  case unreadableData(of: ManagedObjectID, attribute: String, path: String, reason: String)

  /// The store keeps no history. `reason` completes a sentence about the store.
  case noHistory(reason: String)
  /// The history does not reach back to a position. `reason` completes a sentence about the position.
  case unknownToken(PersistentHistoryToken, reason: String)
  /// The history of a save is damaged. `reason` completes a sentence about the save.
  case damagedHistory(save: Int64, reason: String)
}

extension PersistentStoreError: CustomStringConvertible, AdvisingError {
  /// The requirement, the actual state, and the remedy.
  public var description: String { message(for: .programmer) }

  package func message(for audience: MessageAudience) -> String {
    switch self {
    case .notOpen:
      "A store must be opened before it is used, but is not. "
        + audience.words(
          swift: "Make a PersistentContainer with it.",
          command: "Please report this defect of the command.")
    case .otherModel:
      "A store must be opened with one model, but is open with another. Make a store for each model."
    case .modelDiffers(let path, let saved, let expected, let difference):
      "\(path) was saved with model \(saved), but is being opened with a model"
        + (saved == expected
          ? " of the same fingerprint that has other names or cases. Nothing was changed: swap "
            + "names together with another change, such as a new attribute, or undo the differences"
          : " \(expected). Nothing was changed: open it with the model that saved it, or undo "
            + "the differences")
        + (difference.map(Self.lines) ?? ".")
    case .migrationBlocked(let path, let obstacles):
      "\(path) cannot be migrated to the model without losing data. Nothing was changed: change "
        + "the model\(Self.hint(obstacles)), or these rows with the model that saved them, or "
        + audience.words(
          swift: "convert them with migration: .custom",
          command: "migrate with a program that converts them")
        + Self.lines(obstacles)
        // The verb `migrate` asks whether to drop the data.
        + audience.words(swift: Self.drops(obstacles), command: "")
    case .unknownVersion(let path, let saved, let versions):
      "\(path) must have been saved with a version of the staged migration, but was saved with "
        + "model \(saved), "
        + (versions.isEmpty
          ? "and the migration has no versions"
          : "which is not one of " + versions.map(\.quotedForMessage).joined(separator: ", "))
        + ". Nothing was changed: add that version to the list."
    case .laterVersion(let path, let saved, let opened):
      "\(path) must have been saved with version \(opened.quotedForMessage) or an earlier one, "
        + "but was saved with"
        + " \(saved.quotedForMessage). Nothing was changed: open it with the model of that version, or a later one."
    case .unknownPlace(let place, let suggestion):
      "A custom step of a migration must set an attribute, named with the entity that declares "
        + "it, but \(place.quotedForMessage) is not one. Nothing was changed."
        + (suggestion.map { " Did you mean \($0.quotedForMessage)?" } ?? "")
    case .unknownSource(let name, let place, let suggestion):
      "A custom step of a migration must read old attributes of the objects, but for "
        + "\(place.quotedForMessage) it reads \(name.quotedForMessage), which they did not "
        + "have. Nothing was changed."
        + (suggestion.map { " Did you mean \($0.quotedForMessage)?" } ?? "")
    case .invalidValue(let place, let type, let value):
      "A custom step of a migration must return a value of the type \(type.swiftName) for "
        + "\(place), but returns \(value). Nothing was changed: "
        + audience.words(
          swift: "check the closure of .set or .split.", command: "check the program of the step.")
    case .invalidObject(let place, let reason):
      "A custom step of a migration must make objects and links of the model, but \(place) "
        + "\(reason). Nothing was changed: "
        + audience.words(
          swift: "check the objects that .split makes and drops.",
          command: "check the program of the step.")
    case .unreadableValue(let place, let key, let reason):
      "A custom step of a migration must be able to read \(place), but the value of row \(key) "
        + "\(reason). Nothing was changed: the value is damaged; correct it with a program for "
        + "the database."
    case .wrongAnswer(let function, let must, let but):
      audience.words(swift: "A store's \(function)", command: "A store")
        + " must \(must), but \(but). "
        + audience.words(
          swift: "The data are damaged, or the store has an error: repair the data, or check a "
            + "store of your own with StoreConformance. verify() lists all unreadable objects; "
            + "fetch with returnsObjectsAsFaults to read the others, and repair or remove these "
            + "with a BatchUpdate or a BatchDelete.",
          command: "Another program has changed the data: correct them there. armature store check "
            + "lists all failures.")
    case .incompleteTransaction(let id, let property):
      "A transaction must name both sides of each relationship that it changes, but it does not name \(property) of"
        + " \(id). Nothing was changed: name it, or report this if a context has made the transaction."
    case .unreadableData(let id, let attribute, let path, let reason):
      "\(id) must have its \(attribute) in \(path), but \(reason). Restore the missing data "
        + "from a copy of the store. Objects can still be fetched without it."
    case .noHistory(let reason):
      "A store must keep a history to list its saves, but \(reason). "
        + audience.words(
          swift: "Create it with keepsHistory: true, which SQLiteStore, PostgreSQLStore and "
            + "InMemoryStore have, or with armature store create --history; a history begins when "
            + "it is first requested.",
          command: "Create a store with armature store create --history.")
    case .unknownToken(let token, let reason):
      "A history must reach back to the save \(token.number), but \(reason). Read the data "
        + "again, and "
        + audience.words(
          swift: "continue from currentHistoryToken().",
          command: "continue from the last save that armature history lists.")
    case .damagedHistory(let save, let reason):
      "A history must have the changes of the save \(save), but \(reason). Its tables are "
        + "damaged. Read the data again, and "
        + audience.words(
          swift: "continue from currentHistoryToken(); purgeHistory(upTo:) with that token "
            + "removes the damage.",
          command: "remove the damage: armature history --purge-up-to, with the last save.")
    }
  }

  /// The maximum number of changes that a message lists.
  private static let mostLines = 20

  /// Returns one line for each change that affects the store.
  private static func lines(_ difference: ModelDifference) -> String {
    lines(difference.changes.filter { $0.compatibility > .none })
  }

  /// Returns a hint in parentheses if rows lack the values of an attribute.
  private static func hint(_ obstacles: [MigrationObstacle]) -> String {
    let lacksValue = obstacles.contains { obstacle in
      switch obstacle.step.fact {
      case .attributeAdded, .becameStored: true
      default: false
      }
    }
    return lacksValue ? " (a required attribute needs a default, or can be optional)" : ""
  }

  /// Returns the custom migration that drops the data of removed and changed parts. It is empty if nothing can be dropped.
  private static func drops(_ obstacles: [MigrationObstacle]) -> String {
    let steps = obstacles.map(\.step).filter(\.canBeDropped)
    if steps.isEmpty { return "" }
    let parts = steps.count == obstacles.count ? "these parts" : "some of these parts"
    let drops = steps.prefix(mostLines).map { ".drop(\($0.place.quotedForMessage))" }
    let rest = steps.count > mostLines ? ", …" : ""
    return "\nTo drop the data of \(parts): migration: .custom(["
      + drops.joined(separator: ", ") + rest + "])"
  }

  private static func lines(_ parts: [some CustomStringConvertible]) -> String {
    let rest = parts.count - mostLines
    return ":" + parts.prefix(mostLines).map { "\n  \($0)" }.joined()
      + (rest > 0 ? "\n  … and \(rest) more" : "")
  }
}

extension MigrationPlan.Step {
  /// True if the step can be made by dropping its data: something was removed, or old links do not fit.
  fileprivate var canBeDropped: Bool {
    switch fact {
    case .entityRemoved, .attributeRemoved, .relationshipRemoved, .destinationChanged,
      .arityChanged, .inverseChanged:
      true
    default: false
    }
  }
}
