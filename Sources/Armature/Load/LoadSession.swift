import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One load: reads records into new objects, links them, judges them, and undoes all of it if there
/// is an error.
final class LoadSession {
  let context: ManagedObjectContext
  let options: LoadOptions
  let reader: ValueReader
  private var plans: [RecordPlan?]
  /// The positions of the entities by their keys in an object with records of all entities.
  private(set) lazy var entityKeys = Dictionary(
    context.model.entities.enumerated().map { ($1.key ?? $1.name, $0) }
  ) { first, _ in first }

  /// The texts, in the order of their sources.
  private(set) var texts: [Input] = []
  // Unchecked, as is `failures`: no access to either spans a call that could make another. The
  // checks took a thirtieth of a load.
  @exclusivity(unchecked) var records: ContiguousArray<Record> = []
  var links: [PendingLink] = []
  @exclusivity(unchecked) var failures: [LocatedFailure] = []
  /// The failures beyond the limit, which are counted only.
  var surplus: Surplus?
  /// The properties whose data was refused, by object: no rule speaks of them again.
  var refused: [ObjectIdentifier: Set<String>] = [:]
  /// The objects whose records break off.
  var incomplete: Set<ObjectIdentifier> = []
  /// The objects that their own hooks have linked to others.
  var linkedByHook: Set<ObjectIdentifier> = []
  private(set) var hasSyntaxError = false
  /// Whether the records of a text are not all known, because its syntax is broken.
  var hasBrokenDocument = false
  /// The records that are not to be read: an earlier round found them invalid.
  let skipped: Set<Place>
  /// What identifies the objects of those records.
  let leftOut: Set<Identity>
  /// The objects of lines whose syntax is broken.
  var unreadable: Set<ObjectIdentifier> = []
  var journal: LoadJournal
  /// Where the lines of the texts start, of those in which there are failures.
  var lineIndexes: [Int: LineIndex] = [:]

  /// A text with the way in which it is set out.
  struct Input {
    let text: JSONText
    let layout: JSONSource.Layout
  }

  /// Where a record starts.
  struct Place: Hashable {
    let text: Int
    let offset: Int
  }

  /// What identifies an object: the entity that declares the identity, and the value.
  struct Identity: Hashable {
    let scope: String
    let value: AttributeValue
  }

  /// The number of an object, and the place of its record.
  struct Record {
    let number: Int32
    let text: Int32
    let offset: Int
    /// Whether the rules of the object were found to hold when it was read.
    var isJudged = false
  }

  /// A failure with its place in a text.
  struct LocatedFailure {
    var failure: ValidationFailure
    let object: ManagedObject?
    let text: Int
    let offset: Int
    /// Whether the failure can be a judgement about the object, not only about a value.
    var mayBeVerdict = true
  }

  /// What is known of failures that are not kept.
  struct Surplus {
    var count = 0
    var severity = ValidationRule.Severity.warning
    /// The objects that are not valid by one of them.
    var verdicts = LoadVerdicts()
    /// The place of the first.
    let text: Int
    let offset: Int
  }

  /// A relationship to set when all records have been read.
  struct PendingLink {
    enum End {
      case object(ManagedObject)
      case identifier(AttributeValue, offset: Int)
    }

    let owner: ManagedObject
    let member: RecordPlan.Member
    let text: Int
    let offset: Int
    let ends: [End]
  }

  init(
    _ context: ManagedObjectContext, _ options: LoadOptions, texts: [Input] = [],
    skipping skipped: Set<Place> = [], leavingOut leftOut: Set<Identity> = []
  ) {
    self.context = context
    self.options = options
    self.texts = texts
    self.skipped = skipped
    self.leftOut = leftOut
    reader = ValueReader(isLenient: options.mode == .lenient)
    plans = Array(repeating: nil, count: context.runtime.count)
    journal = LoadJournal(context)
  }

  func plan(at position: Int) -> RecordPlan {
    if let plan = plans[position] { return plan }
    let plan = RecordPlan(
      context.entityRuntime(at: position), context.model, options.keys,
      validates: options.validates)
    plans[position] = plan
    return plan
  }

  /// Whether an entity that has been read has an identifying attribute.
  var hasIdentities: Bool { plans.contains { $0?.identity != nil } }

  func plan(named name: String) -> RecordPlan? {
    context.runtime.index(of: name).map { plan(at: $0) }
  }

  /// Loads all sources.
  func load(_ sources: [JSONSource]) throws -> LoadResult {
    try options.keys.check(context.model)
    for source in sources {
      if let entity = source.entity, context.model[entity] == nil {
        throw ManagedObjectError.unknownEntity(
          name: entity, suggestion: nearMiss(entity, in: context.model.entities.map(\.name)))
      }
    }
    for source in sources {
      let text = try source.read(sizeLimit: options.sizeLimit)
      texts.append(Input(text: text, layout: source.layout))
    }
    // A hook that saves would make objects last that may have to be taken back; one that rolls back
    // or resets would take away what is being read.
    let saveState = context.saveState
    context.saveState = .loading
    defer { context.saveState = saveState }
    if options.onFailure == .keepValid { return try loadValid(sources) }
    run(sources)
    let report = locatedReport()
    guard report.isValid else {
      journal.undo()
      throw report
    }
    journal.discard()
    return LoadResult(context: context, numbers: journal.newNumbers, report: report)
  }

  /// The object of a record; `nil` if a hook has deleted it.
  func object(of record: Record) -> ManagedObject? {
    context.identityMap[Int(record.number)]
  }

  /// Reads all texts into objects, links them and judges them.
  func run(_ sources: [JSONSource]) {
    for (index, source) in sources.enumerated() { read(source, text: index) }
    if options.onFailure == .keepValid { clearRefused() }
    link()
    if options.validates { validate() }
  }

  /// Forgets everything and takes up a text of lines.
  func begin(linesOf text: JSONText) {
    texts = [Input(text: text, layout: .lines)]
    lineIndexes = [:]
    forgetRecords()
  }

  /// Forgets what was read so far, and all that is wrong with it.
  func forgetRecords() {
    records.removeAll(keepingCapacity: true)
    links.removeAll(keepingCapacity: true)
    failures.removeAll(keepingCapacity: true)
    refused.removeAll(keepingCapacity: true)
    incomplete.removeAll(keepingCapacity: true)
    linkedByHook.removeAll(keepingCapacity: true)
    surplus = nil
    hasSyntaxError = false
  }

  // MARK: Failures

  /// Whether as many failures have been kept as may be.
  var isFull: Bool { failures.count >= options.failureLimit }

  func fail(
    _ kind: ValidationFailure.Kind, entity: String, object: ManagedObject? = nil,
    keyPath: [String] = [], severity: ValidationRule.Severity = .error,
    value: AttributeValue = .null, text: Int, offset: Int
  ) {
    // An unknown key is no property, even where a property is called like that.
    if let object, let property = keyPath.first, severity == .error, !kind.isUnknownKey {
      refused[ObjectIdentifier(object), default: []].insert(property)
    }
    add(
      LocatedFailure(
        failure: ValidationFailure(
          entity: entity, objectID: object?.objectID, keyPath: keyPath, kind, severity: severity,
          value: value), object: object, text: text, offset: offset))
  }

  func add(_ located: LocatedFailure) {
    if !isFull { return failures.append(located) }
    if surplus == nil { surplus = Surplus(text: located.text, offset: located.offset) }
    // In place: a copy would copy all verdicts so far.
    surplus?.count += 1
    if located.failure.severity == .error {
      surplus?.severity = .error
      surplus?.verdicts.add(located)
    }
  }

  func fail(_ error: JSONSyntaxError, text: Int) {
    hasSyntaxError = true
    fail(.syntax(error.message), entity: "", text: text, offset: error.offset)
  }
}

extension ValidationFailure.Kind {
  fileprivate var isUnknownKey: Bool {
    if case .unknownKey = self { true } else { false }
  }
}
