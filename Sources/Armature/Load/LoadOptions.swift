import ArmatureModel

/// Options for loading JSON and CSV.
///
/// The options determine how strictly data are read, and how failures and duplicates are handled. With the default
/// options, data are read strictly, and a single failure rejects the whole load.
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
  /// The mode of reading: strict or lenient. The default is ``Mode/strict``.
  public var mode: Mode
  /// The attributes that are read leniently in strict mode, keyed by the name of their entity.
  public var lenientIn: [String: LenientAttributes]
  /// The strategy that determines the keys of properties without a declared key. The default is
  /// ``KeyStrategy/propertyNames``.
  public var keys: KeyStrategy
  /// The keys that the load ignores. The default is ``IgnoredKeys/none``.
  public var ignoring: IgnoredKeys
  /// A Boolean value that indicates whether the load checks the rules of the model. The default is `true`.
  public var validates: Bool
  /// The effect of errors in some records on the valid records. The default is ``OnFailure/keepNothing``.
  public var onFailure: OnFailure
  /// The effect of a record with the identity of an existing object. The default is ``OnDuplicate/fail``.
  public var onDuplicate: OnDuplicate
  /// The maximum number of nested arrays and objects. The default is 512.
  public var depthLimit: Int
  /// The maximum number of failures in the report. The default is 100,000.
  ///
  /// If there are more failures, the report contains only the number of the remaining ones.
  public var failureLimit: Int
  /// The maximum number of bytes of a file that is read as a whole. The default is 2 GiB.
  ///
  /// The limit protects you from reading a pipe that never ends.
  public var sizeLimit: Int
  /// A closure that the load calls regularly with the number of records that it has read.
  ///
  /// Use it to show the progress of a long load.
  public var progress: (@Sendable (Int) -> Void)?

  /// True if the entity of each record must have an identity, by which the next load finds its object again.
  package var requiresIdentity = false

  /// True if a store has written the data: rows, which are not objects of the user.
  ///
  /// Their objects have plain classes and no hooks. Numbers and dates without a JSON form are written as
  /// ``UnusualNumber``.
  var isStored = false

  /// A mode of reading data, which determines the accepted forms of values.
  ///
  /// ```swift
  /// let source = LoadSource.text(#"[{"name": "Jane Austen", "born": "1775"}]"#, as: "Author")
  /// print(try context.load(source, options: LoadOptions(.lenient)).count)  // 1
  /// ```
  public enum Mode: String, Hashable, Sendable {
    /// Each value must have the JSON type of its attribute, and each key must belong to a property.
    case strict
    /// Unknown keys are warnings, and values may have other forms:
    /// - A number or Boolean may be written as a string.
    /// - A string may be written as a number.
    /// - A Boolean may also be `TRUE`, `False`, 1 or 0.
    ///
    /// As in strict mode, values must not change: for example, the number 1.5 is rejected for an integer. Only `Double`
    /// and `Float` values are rounded to the nearest value of the type.
    case lenient
  }

  /// The effect of a load on the context if the data contain errors.
  ///
  /// ```swift
  /// let source = LoadSource.text(#"[{"name": "Jane Austen"}, {"name": ""}]"#, as: "Author")
  /// let result = try context.load(source, options: LoadOptions(onFailure: .keepValid))
  /// print(result.count, result.report.errors.count)  // 1 1
  /// ```
  public enum OnFailure: String, Hashable, Sendable {
    /// The load throws the report as an error, and the context stays unchanged.
    case keepNothing
    /// The load keeps every valid object. The report lists the invalid records.
    ///
    /// The load decides as follows, so that you can save the remaining objects:
    /// - A rejected value counts as missing, even if the attribute has a default. A broken reference counts as empty.
    /// - If an object is invalid as a result, it is left out. Its nested records are left out as well, and a warning
    ///   contains their number. Objects that require it are left out, too.
    /// - Any other object is kept if it is valid without the objects that were left out. Its links to them are removed.
    ///   For example, one of two duplicates is kept.
    /// - If records require each other in a cycle, the records of the cycle are left out first. Records that refer to
    ///   the cycle are kept if possible.
    ///
    /// The load still throws an error if a JSON document has a syntax error. In the layout ``LoadSource/Layout/lines``,
    /// a syntax error affects only its own line. The load also throws an error if it has not found a valid set of
    /// records after 32 rounds.
    case keepValid
  }

  /// The effect of a record with the identity of an existing object.
  ///
  /// The existing object may be in the context or its store, or come from an earlier record of the load.
  ///
  /// ```swift
  /// let source = LoadSource.text(#"[{"name": "Frank Herbert", "born": 1920}]"#, as: "Author")
  /// let result = try context.load(source, options: LoadOptions(onDuplicate: .update))
  /// print(result.updatedObjects.count, author["born"] ?? .null)  // 1 1920
  /// ```
  public enum OnDuplicate: String, Hashable, Sendable {
    /// The record is a failure, because each record must be a new object.
    case fail
    /// The record updates the existing object.
    ///
    /// The object gets the values of the record:
    /// - A property that the record does not contain keeps its value. It is not set to its default.
    /// - A `null` in the record removes the value of the property.
    /// - A list in the record replaces the members of a to-many relationship. If another record links one of the
    ///   previous members to the object, that member is kept.
    /// - If the object already has all the values, it is not changed.
    ///
    /// The hook `awakeFromInsert()` is not called.
    ///
    /// If the record has an error, its object is not changed, even if ``OnFailure/keepValid`` loads the other records.
    /// If the object already broke a rule in properties that no record contains, this is not a failure of the data.
    ///
    /// The record may name a sub-entity, as in any load. Otherwise, it has the entity of the object.
    case update
  }

  /// Creates options.
  ///
  /// With the defaults, data are read strictly and validated, and one error rejects the whole load. Files may have up
  /// to 2 GiB.
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
