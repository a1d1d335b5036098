import ArmatureModel

/// How JSON is read: what is an error and what is overlooked.
///
/// ```swift
/// let source = LoadSource.text(
///   #"[{"name": "Frank Herbert", "born": "1920"}, {"name": ""}]"#, as: "Author")
/// let options = LoadOptions(.lenient, onFailure: .keepValid, onDuplicate: .update)
/// let result = try context.load(source, options: options)
/// print(result.updatedObjects.count, result.report.errors.count)  // 1 1
/// ```
public struct LoadOptions: Sendable {
  /// How strictly data must follow the model.
  public var mode: Mode
  /// The attributes, by the entity that has them, whose values are read as in lenient mode whatever
  /// the mode is.
  public var lenientIn: [String: LenientAttributes]
  /// The keys of properties that declare none.
  public var keys: KeyStrategy
  /// The keys that are passed over without a word.
  public var ignoring: IgnoredKeys
  /// Whether the rules of the model are checked, too.
  public var validates: Bool
  /// What becomes of the records without an error where others have one.
  public var onFailure: OnFailure
  /// What becomes of a record whose identity an object has already.
  public var onDuplicate: OnDuplicate
  /// How deep arrays and objects may be nested.
  public var depthLimit: Int
  /// How many failures are kept; of those beyond it, only the number is reported.
  public var failureLimit: Int
  /// How many bytes a file may have that is read as a whole; a pipe may have no end.
  public var sizeLimit: Int
  /// Called now and then with the number of records read so far.
  public var progress: (@Sendable (Int) -> Void)?

  /// Whether each record must be of an entity that has an identity, by which the next load finds its object again.
  package var requiresIdentity = false

  /// Whether the data is what a store has written: rows, which are no objects of the user's.
  ///
  /// Their objects are plain ones, without hooks. Numbers and dates that have no other form stand as
  /// ``UnusualNumber`` says.
  var isStored = false

  /// How strictly data must follow the model.
  ///
  /// ```swift
  /// let source = LoadSource.text(#"[{"name": "Jane Austen", "born": "1775"}]"#, as: "Author")
  /// print(try context.load(source, options: LoadOptions(.lenient)).count)  // 1
  /// ```
  public enum Mode: String, Hashable, Sendable {
    /// Each value has the JSON type of its attribute, and each key is a property.
    case strict
    /// Unknown keys are warnings; numbers and truth values may be written as text, and numbers
    /// stand for text. Truth values may be `TRUE`, `False`, 1 or 0, too. Nothing is guessed. As in strict mode, only `Double` and `Float` round: to
    /// the value nearest to the number that is written.
    case lenient
  }

  /// What a load leaves in the context when there are errors in the data.
  ///
  /// ```swift
  /// let source = LoadSource.text(#"[{"name": "Jane Austen"}, {"name": ""}]"#, as: "Author")
  /// let result = try context.load(source, options: LoadOptions(onFailure: .keepValid))
  /// print(result.count, result.report.errors.count)  // 1 1
  /// ```
  public enum OnFailure: String, Hashable, Sendable {
    /// Nothing: the load throws the report, and the context is as it was before.
    case keepNothing
    /// Every object that is valid; the report says what is missing.
    ///
    /// A refused value is absent, even where there is a default, and a broken reference leads nowhere.
    /// Objects that are invalid then are left out, with the objects that require them and with the
    /// records nested in theirs, which a warning counts. Other objects stay if they are valid without
    /// those, such as the only one left of two duplicates; their links to objects that are left out lead
    /// nowhere. Where records fail because of each other, those in a cycle are left out first, and the
    /// records that refer to the cycle stay if they can. So the objects that stay can be saved.
    ///
    /// A load still throws if JSON breaks off, unless its records are lines, which stand alone; or if
    /// leaving out takes more than 32 rounds.
    case keepValid
  }

  /// What a load makes of a record whose identity an object has: one of the context, or of an
  /// earlier record.
  ///
  /// ```swift
  /// let source = LoadSource.text(#"[{"name": "Frank Herbert", "born": 1920}]"#, as: "Author")
  /// let result = try context.load(source, options: LoadOptions(onDuplicate: .update))
  /// print(result.updatedObjects.count, author["born"] ?? .null)  // 1 1920
  /// ```
  public enum OnDuplicate: String, Hashable, Sendable {
    /// A failure: each record is a new object.
    case fail
    /// An update of that object.
    ///
    /// The object gets the values of the record, as by a ``Changeset``. Properties that the record does
    /// not name stay, defaults are not set, and there is no `awakeFromInsert()`. A null takes a value
    /// away, and a list replaces the members of a relationship, but for those that other records link to
    /// the object. An object that has all the values already is not changed.
    ///
    /// A record with any error changes nothing, even where ``OnFailure/keepValid`` loads others. Rules
    /// that the object broke before, in properties that no record names, are not the fault of the data. A
    /// record may name a sub-entity as in any load; if it does not, it is read as one of the object's own
    /// entity.
    case update
  }

  /// Makes options; by default data is read strictly and checked, and one error keeps all out.
  ///
  /// By default files may have up to 2 GiB.
  public init(
    _ mode: Mode = .strict, lenientIn: [String: LenientAttributes] = [:],
    keys: KeyStrategy = .propertyNames, ignoring: IgnoredKeys = .none,
    validates: Bool = true, onFailure: OnFailure = .keepNothing,
    onDuplicate: OnDuplicate = .fail, depthLimit: Int = 512, failureLimit: Int = 100_000,
    sizeLimit: Int = 1 << 31, progress: (@Sendable (Int) -> Void)? = nil
  ) {
    self.mode = mode
    self.lenientIn = lenientIn
    self.keys = keys
    self.ignoring = ignoring
    self.validates = validates
    self.onFailure = onFailure
    self.onDuplicate = onDuplicate
    self.depthLimit = depthLimit
    self.failureLimit = failureLimit
    self.sizeLimit = sizeLimit
    self.progress = progress
  }
}

extension LoadOptions.Mode {
  /// How severe keys are that the model does not know.
  var severityOfUnknown: ValidationRule.Severity { self == .lenient ? .warning : .error }
}
