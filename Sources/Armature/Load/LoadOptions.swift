import ArmatureModel

/// Options that determine how a load reads JSON and CSV data.
///
/// By default, a load is strict: it rejects unknown keys and values of other types, and a single error rejects all
/// records. If you don't control the format of your data, you can use options to accept more. For example, the
/// following load reads numbers that are written as strings. It also keeps the valid records if others are invalid, and
/// updates objects that already exist:
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
/// - ``keeping``
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
  /// The unknown keys that the load keeps in an attribute. The default is ``KeptKeys/none``. They are not ignored.
  public var keeping: KeptKeys
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
    /// Accepts values that are written in another form, and reports an unknown key only as a warning.
    ///
    /// Use this mode for data from sources that do not distinguish the types of JSON. For example, the mode accepts the
    /// following values:
    /// - a number or a Boolean that is written as a string
    /// - a string that is written as a number
    /// - `TRUE`, `False`, `yes`, `no`, 1 or 0 for a Boolean
    ///
    /// A conversion must not change the value. For example, the load rejects the number 1.5 for an integer attribute.
    /// The types `Double` and `Float` are an exception in both modes: their values may be rounded, because most decimal
    /// fractions have no exact binary form.
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
    /// The load keeps the valid records, and reports the others.
    ///
    /// Use this case to import data in which some records may be wrong. You can save the context afterwards, because
    /// every object that the load keeps satisfies the rules of the model. The load decides as follows:
    /// - If the value of an optional attribute is invalid, the load creates the object without this value.
    /// - If the value of a required attribute is invalid, the load leaves out the record. It does not use the default of
    ///   the attribute instead.
    /// - If a record refers to an object that does not exist, the link stays empty.
    /// - If a record is left out, the records nested in it and the records that require it are left out as well. A
    ///   warning tells you how many these are. Other records only lose their link to it.
    /// - If two records have the same unique value, the load keeps one of them.
    ///
    /// A syntax error in a JSON document still rejects the whole document. In the layout ``LoadSource/Layout/lines``, a
    /// syntax error affects only its own line.
    ///
    /// To find the valid records, the load reads the data again without the invalid ones. It does this up to 32 times.
    /// If some of the remaining records are still invalid, the load throws an error.
    case keepValid
  }

  /// The action of a load if a record has the same identity as an existing object.
  ///
  /// The existing object can be in the context or in its store. It can also come from an earlier record of the same
  /// load.
  ///
  /// ```swift
  /// let source = LoadSource.text(#"[{"name": "Frank Herbert", "born": 1920}]"#, as: "Author")
  /// let result = try context.load(source, options: LoadOptions(onDuplicate: .update))
  /// print(result.updatedObjects.count, author["born"] ?? .null)  // 1 1920
  /// ```
  public enum OnDuplicate: String, Hashable, Sendable {
    /// The record is a failure, because each record must be a new object.
    case fail
    /// The load updates the existing object with the values of the record.
    ///
    /// Use this case to import a new version of data that you have imported before. A record only needs to contain the
    /// identity of the object and the properties to change:
    /// - If the record does not contain a property, the property keeps its value.
    /// - If the record contains `null` for a property, the property becomes empty.
    /// - If the record contains a list for a to-many relationship, the list replaces the members. A previous member
    ///   stays if another record links it to the object.
    /// - If the object already has all values of the record, it counts as unchanged.
    ///
    /// If a record has an error, its object stays unchanged. An existing object may already break a rule. You can still
    /// update it, as long as the records contain none of the properties in this rule.
    ///
    /// The load does not call the hook `awakeFromInsert()` for an existing object. The existing object may belong to a
    /// sub-entity, even if the record does not name this sub-entity.
    case update
  }

  /// Creates options.
  ///
  /// With the defaults, data are read strictly and validated, and one error rejects the whole load. Files may have up
  /// to 2 GiB.
  public init(
    _ mode: Mode = .strict, lenientIn: [String: LenientAttributes] = [:],
    keys: KeyStrategy = .propertyNames, ignoring: IgnoredKeys = .none,
    keeping: KeptKeys = .none,
    validates: Bool = true, onFailure: OnFailure = .keepNothing,
    onDuplicate: OnDuplicate = .fail, depthLimit: Int = 512, failureLimit: Int = 100_000,
    sizeLimit: Int = 1 << 31, progress: (@Sendable (Int) -> Void)? = nil
  ) {
    self.mode = mode
    self.lenientIn = lenientIn
    self.keys = keys
    self.ignoring = ignoring
    self.keeping = keeping
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
