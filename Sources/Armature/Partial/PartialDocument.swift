public import ArmatureModel

/// A JSON document that arrives in pieces, such as the answer of a language model.
///
/// Append each piece as it arrives. The document creates an object for each record as soon as the record begins, so a
/// program can show values while the rest is still to come:
///
/// ```swift
/// let model = try ManagedObjectModel("Shop") {
///   Entity("Invoice") {
///     Attribute("title", String.self)
///     Relationship("lines", to: "Line", .ordered, onDelete: .cascade)
///   }
///   Entity("Line") { Attribute("price", Decimal.self).range(0...) }
/// }
/// let document = try PartialDocument(model, as: "Invoice")
/// document.append(#"{"title": "Tea and b"#)
/// print(document.object?["title"] ?? .null, document.isFinal("title"))  // "Tea and b" false
/// for failure in document.append(#"iscuits", "lines": [{"price": -1}, {"#) {
///   print(failure.message)  // Line.price must be at least 0, but is -1.
/// }
/// let lines: [ManagedObject] = document.object?.lines ?? []
/// print(lines.count, document.isFinal("lines[0].price"))  // 2 true
/// ```
/// A text grows with each piece, and never ends within an escape or a character. All other values appear once they have
/// ended: numbers, dates, and attributes with a list, a composite or a JSON value. An object keeps its identity while
/// its document grows, and after ``finish()``.
///
/// Some values wait for ``finish()``: references to other records, derived values, unknown keys that
/// ``LoadOptions/keeping`` keeps, and records that name their sub-entity after another key. `@entity` should therefore
/// be the first key of such a record.
///
/// ## Failures
///
/// The document reports each failure once, with its line, column and path. A broken rule of a single value is reported
/// when the value has ended. Missing values, and rules over several values, are reported when the record has ended.
/// Such a rule may also read nested records, if no other record can refer to them. All other rules wait for
/// ``finish()``, for example closures, counts, unique values and references.
///
/// ## Text around the document
///
/// White space and a Markdown code fence around the document are skipped. Any other text is a failure at its place.
///
/// ## Topics
///
/// ### Reading pieces
/// - ``init(_:as:options:)``
/// - ``append(_:)-(String)``
/// - ``append(_:)-(Sequence<UInt8>)``
/// - ``finish()``
///
/// ### Results so far
/// - ``object``
/// - ``objects``
/// - ``context``
/// - ``failures``
///
/// ### Final values
/// - ``isFinal(_:)-(String)``
/// - ``isFinal(_:)-(KeyPath<Type,Property>)``
/// - ``finalPaths``
/// - ``openPaths``
public final class PartialDocument {
  /// The context of the objects, which has no store.
  public let context: ManagedObjectContext
  private let reader: PartialReader
  private let options: LoadOptions
  private var outcome: Outcome?

  /// The end of a document.
  private enum Outcome {
    case loaded(ValidationReport, [ManagedObject])
    case failed(any Error)
  }

  /// Creates an empty document of an entity.
  ///
  /// The document is a record of the entity, or an array of such records. The options apply as they do to a load.
  ///
  /// - Throws: ``ManagedObjectError`` if the entity is unknown, or if the options name unknown properties.
  public init(
    _ model: ManagedObjectModel, as entity: String, options: LoadOptions = LoadOptions()
  ) throws {
    try options.check(model)
    context = ManagedObjectContext(model: model)
    self.options = options
    reader = try PartialReader(context, entity, options)
  }

  // MARK: Reading pieces

  /// Adds the next piece of the text, and returns the failures that it reveals.
  ///
  /// After ``finish()``, this method does nothing.
  ///
  /// - Complexity: O(*n*) in the bytes of the piece. A value is read a second time when it ends.
  @discardableResult public func append(_ text: String) -> [ValidationFailure] {
    append(text.utf8)
  }

  /// Adds the next bytes of the text, and returns the failures that they reveal.
  ///
  /// The bytes can end within a character.
  ///
  /// - Complexity: O(*n*) in the number of bytes. A value is read a second time when it ends.
  @discardableResult public func append(_ bytes: some Sequence<UInt8>) -> [ValidationFailure] {
    guard outcome == nil else { return [] }
    let count = reader.values.failures.count
    reader.append(bytes)
    return Array(reader.values.failures[count...])
  }

  /// Ends the document, and validates it as a load of its complete text does.
  ///
  /// If the document is valid, its objects have all values of such a load. Otherwise, they keep the values that are
  /// final, and a text that has not ended is removed. ``openPaths`` then tells where an incomplete text ended.
  ///
  /// A second call has the result of the first one.
  ///
  /// - Returns: The warnings. With ``LoadOptions/OnFailure/keepValid``, the report also contains the errors.
  /// - Throws: ``ValidationReport`` with all failures, including those that were reported before. Use their places in
  ///   the text, since their IDs are those of a load. ``ManagedObjectError`` if derived values never settle.
  /// - Complexity: O(*n*) in the bytes of the document.
  @discardableResult public func finish() throws -> ValidationReport {
    if outcome == nil {
      do {
        outcome = try load()
      } catch {
        reader.removeGrowingText()
        outcome = .failed(error)
      }
    }
    switch outcome {
    case .loaded(let report, _): return report
    case .failed(let error): throw error
    case nil: return ValidationReport()
    }
  }

  private func load() throws -> Outcome {
    let texts = LoadTexts([
      LoadTexts.Input(text: reader.values.text.whole, layout: .document, entity: reader.root.name)
    ])
    let loader = ManagedObjectContext(model: context.model)
    let (result, round) = try loader.load(texts, options)
    var transfer = PartialTransfer(round, to: context, reader.records)
    try transfer.run()
    return .loaded(result.report, reader.roots.compactMap { transfer.objects[$0.start] })
  }

  // MARK: Results so far

  /// The first object of the document; `nil` before its record begins.
  public var object: ManagedObject? {
    if case .loaded(_, let objects)? = outcome { return objects.first }
    return reader.roots.first?.record?.object
  }

  /// The objects of the outermost records that have begun, in the order of the text.
  ///
  /// The objects of nested records are at the ends of their relationships.
  ///
  /// - Complexity: O(*n*) in the number of records.
  public var objects: [ManagedObject] {
    if case .loaded(_, let objects)? = outcome { return objects }
    return reader.roots.compactMap { $0.record?.object }
  }

  /// The failures so far. After ``finish()``, these are the failures of the complete text.
  public var failures: ValidationReport {
    switch outcome {
    case .loaded(let report, _): report
    case .failed(let error as ValidationReport): error
    case .failed, nil: ValidationReport(reader.values.failures)
    }
  }

  // MARK: Final values

  /// Returns whether the value at a path can no longer change.
  ///
  /// The path consists of the names of properties, as in `lines[0].price`. If the document is an array, the path starts
  /// with the position of the record, as in `[0].title`. The empty path stands for the whole document. A missing value
  /// is final when its record has ended.
  ///
  /// - Returns: False for an unknown path.
  /// - Complexity: O(*n*) in the number of properties of the entities on the path.
  public func isFinal(_ path: String) -> Bool {
    if path.isEmpty || reader.isAtEnd { return reader.isAtEnd }
    let parts = path.split(separator: ".", omittingEmptySubsequences: false)
    let elements = parts.map { PathElement(String($0)) }
    guard reader.isList else { return reader.roots.first?.record?.isFinal(elements[...]) ?? false }
    guard let index = elements[0].indices.first, elements[0].name.isEmpty,
      reader.roots.indices.contains(index)
    else { return false }
    return reader.roots[index].record?.isFinal(elements.dropFirst()) ?? false
  }

  /// Returns whether the value of a property of the first record can no longer change.
  public func isFinal<Type: EntityType, Property>(_ property: KeyPath<Type, Property>) -> Bool {
    reader.roots.first?.record?.isFinal([PathElement(Type.propertyName(property))]) ?? false
  }

  /// The path of each value that can no longer change, in the order of the records.
  ///
  /// - Complexity: O(*n*) in the number of values.
  public var finalPaths: [String] {
    var paths: [String] = []
    for (position, root) in reader.roots.enumerated() {
      root.record?.addFinalPaths(from: reader.isList ? "[\(position)]." : "", to: &paths)
    }
    return paths
  }

  /// The path of each value that has begun but not ended, from the outside to the inside.
  ///
  /// For an incomplete text, the last path is the value in which the text ended.
  public var openPaths: [String] { reader.openPaths }

  /// A measure of the work so far, in bytes.
  var work: Int { reader.work }
}
