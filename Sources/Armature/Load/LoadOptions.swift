import ArmatureModel

/// Options for reading JSON and CSV: how strict to be, and how to treat failures and duplicates.
///
/// ```swift
/// let source = LoadSource.text(
///   #"[{"name": "Frank Herbert", "born": "1920"}, {"name": ""}]"#, as: "Author")
/// let options = LoadOptions(.lenient, onFailure: .keepValid, onDuplicate: .update)
/// let result = try context.load(source, options: options)
/// print(result.updatedObjects.count, result.report.errors.count)  // 1 1
/// ```
///
/// ## Topics
///
/// ### Strictness
/// - ``mode``
/// - ``lenientIn``
/// - ``validates``
///
/// ### Keys
/// - ``keys``
/// - ``ignoring``
///
/// ### Failures and duplicates
/// - ``onFailure``
/// - ``onDuplicate``
/// - ``failureLimit``
///
/// ### Limits and progress
/// - ``depthLimit``
/// - ``sizeLimit``
/// - ``progress``
public struct LoadOptions: Sendable {
  /// The strictness of reading data.
  public var mode: Mode
  /// The attributes by entity that are always read as in lenient mode.
  public var lenientIn: [String: LenientAttributes]
  /// The keys of properties without a declared key.
  public var keys: KeyStrategy
  /// The keys to ignore.
  public var ignoring: IgnoredKeys
  /// A Boolean value that indicates whether the rules of the model are checked.
  public var validates: Bool
  /// The treatment of valid records if others have errors.
  public var onFailure: OnFailure
  /// The treatment of a record with the identity of an existing object.
  public var onDuplicate: OnDuplicate
  /// The maximum nesting of arrays and objects.
  public var depthLimit: Int
  /// The maximum number of reported failures; for others, only their number is reported.
  public var failureLimit: Int
  /// The maximum number of bytes of a file that is read as a whole; a pipe may have no end.
  public var sizeLimit: Int
  /// A closure called from time to time with the number of records read so far.
  public var progress: (@Sendable (Int) -> Void)?

  /// True if the entity of each record must have an identity, by which the next load finds its object again.
  package var requiresIdentity = false

  /// True if a store has written the data: rows, which are not objects of the user.
  ///
  /// Their objects have plain classes and no hooks. Numbers and dates without a JSON form are written as
  /// ``UnusualNumber``.
  var isStored = false

  /// The strictness of reading data.
  ///
  /// ```swift
  /// let source = LoadSource.text(#"[{"name": "Jane Austen", "born": "1775"}]"#, as: "Author")
  /// print(try context.load(source, options: LoadOptions(.lenient)).count)  // 1
  /// ```
  public enum Mode: String, Hashable, Sendable {
    /// Each value has the JSON type of its attribute, and each key is a property.
    case strict
    /// Unknown keys are warnings. Numbers and Booleans may be written as strings, and strings as numbers. Booleans
    /// may also be `TRUE`, `False`, 1 or 0. Nothing is guessed. Only `Double` and `Float` round to the nearest value,
    /// as in strict mode.
    case lenient
  }

  /// The effect of a load on the context if the data has errors.
  ///
  /// ```swift
  /// let source = LoadSource.text(#"[{"name": "Jane Austen"}, {"name": ""}]"#, as: "Author")
  /// let result = try context.load(source, options: LoadOptions(onFailure: .keepValid))
  /// print(result.count, result.report.errors.count)  // 1 1
  /// ```
  public enum OnFailure: String, Hashable, Sendable {
    /// No effect: the load throws the report, and the context is unchanged.
    case keepNothing
    /// The load keeps every valid object; the report lists the rest.
    ///
    /// A rejected value is missing, even if there is a default, and a broken reference is empty. If an object is
    /// invalid as a result, it is left out, together with objects that require it and with nested records, which a
    /// warning counts. Other objects stay if they are valid without it, such as the other of two duplicates; their
    /// links to objects left out are removed. If records fail because of each other, the records in a cycle are left
    /// out first, and the records that refer to the cycle stay if possible. So the remaining objects can be saved.
    ///
    /// A load still throws if JSON breaks off, except in independent lines. It also throws if leaving records out
    /// takes more than 32 rounds.
    case keepValid
  }

  /// The treatment of a record with the identity of an existing object, in the context or of an earlier record.
  ///
  /// ```swift
  /// let source = LoadSource.text(#"[{"name": "Frank Herbert", "born": 1920}]"#, as: "Author")
  /// let result = try context.load(source, options: LoadOptions(onDuplicate: .update))
  /// print(result.updatedObjects.count, author["born"] ?? .null)  // 1 1920
  /// ```
  public enum OnDuplicate: String, Hashable, Sendable {
    /// The duplicate is a failure: each record is a new object.
    case fail
    /// The record updates that object.
    ///
    /// The object gets the values of the record, as by a ``Changeset``. Properties missing from the record keep their
    /// values, defaults are not set, and `awakeFromInsert()` is not called. A null removes a value. A list replaces
    /// the members of a relationship, except for members that other records link to the object. An object that
    /// already has all the values is not changed.
    ///
    /// A record with any error changes nothing, even if ``OnFailure/keepValid`` loads others. If the object already
    /// broke a rule in properties that no record contains, this is not a failure of the data. A record may name a
    /// sub-entity as in any load; otherwise it has the entity of the object.
    case update
  }

  /// Creates options. By default, data is read strictly and validated, and one error rejects everything.
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
  /// The severity of unknown keys.
  var severityOfUnknown: ValidationRule.Severity { self == .lenient ? .warning : .error }
}
