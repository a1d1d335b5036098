import ArmatureModel

/// Reading values from the texts of cells. They are read like strings in lenient JSON, since a table has no other
/// types.
extension RecordReader {
  /// The meaning of a cell.
  enum CellText {
    /// A missing value.
    case null
    /// An empty string, empty data or an empty list.
    case emptyText
    /// A list of one empty string, or a reference to an object that an empty string identifies.
    case oneEmptyText
    /// A value.
    case bytes(UnsafeBufferPointer<UInt8>)
  }

  /// Reads a cell as the value of a member.
  ///
  func readCell(_ cell: CellText, _ format: CSVFormat, _ site: Site, at offset: Int) {
    if let attribute = site.member.attribute {
      var (text, isOneText) = ("", false)
      switch cell {
      case .null: return store(.null, attribute, site, at: offset)
      case .emptyText: break
      case .oneEmptyText: (text, isOneText) = ("", true)
      case .bytes(let bytes): text = String(decoding: bytes, as: UTF8.self)
      }
      readAttribute(text, isOneText: isOneText, attribute, format, site, at: offset)
    } else if let destination = site.member.destination {
      var texts: [String] = []
      switch cell {
      case .null, .emptyText: break
      case .oneEmptyText: texts = [""]
      case .bytes(let bytes):
        if !site.member.isToMany { return readEnd(bytes, destination, format, site, at: offset) }
        texts = format.texts(of: String(decoding: bytes, as: UTF8.self))
      }
      readEnds(texts, destination, format, site, at: offset)
    }
  }

  private func readAttribute(
    _ text: String, isOneText: Bool, _ attribute: AttributeDescription, _ format: CSVFormat,
    _ site: Site, at offset: Int
  ) {
    let value = value(
      of: text, isOneText: isOneText, attribute, format, path: [attribute.name], site,
      at: offset)
    guard let value else { return failures.reject(site.member.name, of: site.record) }
    store(value, attribute, site, at: offset)
  }

  /// Reads a text as a value of an attribute, or of an element; `nil`, with a failure, if it is invalid.
  ///
  /// - Parameter isOneText: True if a list without text contains an empty string.
  private func value(
    of text: String, isOneText: Bool, _ attribute: AttributeDescription, _ format: CSVFormat,
    path: [String], _ site: Site, at offset: Int
  ) -> AttributeValue? {
    var outcome: ReadValue
    let reader = site.member.isLenient ? lenientValues : cellValues
    if case .list(let element) = attribute.type.storage {
      let texts = text.isEmpty && !isOneText ? [] : format.texts(of: text)
      let list = reader.list(
        texts.map { read($0, as: element, reader, format) }, path: path, of: element, at: offset
      ) { fail($0, site) }
      guard let list else { return .none }
      outcome = reader.admitted(list, attribute)
    } else {
      outcome = read(text, as: attribute, reader, format)
    }
    switch outcome {
    case .value(let value): return .some(value)
    case .failure(let kind, let found):
      fail(ValueReader.Fault(path: path, kind: kind, value: found, offset: offset), site)
      return .none
    }
  }

  /// Reads a text as a single value of an attribute.
  private func read(
    _ text: String, as attribute: AttributeDescription, _ reader: ValueReader, _ format: CSVFormat
  ) -> ReadValue {
    let outcome = read(text, as: attribute.type, reader, format)
    guard case .value(let value) = outcome else { return outcome }
    return reader.admitted(value, attribute)
  }

  /// Reads a text that may be a word of the format, or a number or date with a backslash.
  private func read(
    _ text: String, as type: AttributeType, _ reader: ValueReader, _ format: CSVFormat
  ) -> ReadValue {
    if type.storage == .bool, let truth = format.truth(of: text) { return .value(.bool(truth)) }
    if text.utf8.first == CSVFormat.backslash,
      let value = AttributeValue(unusual: String(text.dropFirst()), as: type)
    {
      return .value(value)
    }
    return reader.text.value(of: text, as: type)
  }

  /// Returns the identity in a cell of the current row; `nil` if it has none.
  func identity(
    in column: Int, of cursor: inout CSVCursor, _ attribute: AttributeDescription,
    _ format: CSVFormat
  ) -> AttributeValue? {
    let cell = cursor[column]
    let isMissing = cell.isEmpty && !(cell.isMarked && attribute.type.storage == .string)
    guard !isMissing, !cell.isNull,
      case .value(let value) = read(
        cursor.string(in: column), as: attribute, lenientValues, format)
    else { return nil }
    return value
  }

  /// A cell with an element of a composite.
  struct ElementCell {
    let column: TableColumn
    /// The text; empty for a sign.
    let text: String
    /// True if the cell has a value, which may be empty.
    let isGiven: Bool
    /// True if the cell means a missing value.
    let isNull: Bool
    /// The number of composites that contain the cell and exist, if it has no value.
    let depth: Int?
    /// True if the value is a list of one empty string.
    let isOfEmptyText: Bool
    let offset: Int

    init(column: TableColumn, text: String, _ cell: CSVCursor.Cell, offset: Int) {
      let storage = column.attribute?.type.storage
      let isList = storage?.isList ?? false
      (self.column, self.offset) = (column, offset)
      isNull = cell.isNull
      isOfEmptyText = isList && cell.isOfEmptyText
      depth = cell.depth.map { min($0, column.path.count) }
      self.text = isNull || isOfEmptyText || depth != nil ? "" : text
      isGiven =
        isOfEmptyText || !self.text.isEmpty
        || cell.isEmpty && cell.isMarked && storage?.hasEmptyText ?? false
    }
  }

  /// Reads the cells of a composite, which has the elements with a value; it is missing without any such element.
  func readComposite(_ cells: [ElementCell], _ format: CSVFormat, _ site: Site) {
    guard let attribute = site.member.attribute, let first = cells.first,
      case .composite(let elements) = attribute.type.storage
    else { return }
    guard let given = cells.first(where: { $0.isGiven || $0.depth != nil }) else {
      if format.emptyCells == .null || cells.contains(where: \.isNull) {
        store(.null, attribute, site, at: first.offset)
      }
      return
    }
    var errors = ValueReader.ElementErrors()
    var values: [String: AttributeValue] = [:]
    for cell in cells {
      let path = cell.column.keyPath
      if let depth = cell.depth {
        values.insertComposite(at: path.dropFirst().prefix(depth - 1))
        continue
      }
      if !cell.isGiven {
        if cell.isNull { continue }
        // In a missing composite, strings are missing as well.
        let beside = cells.filter { $0.column.keyPath.starts(with: path.dropLast()) }
        guard format.emptyCells == .text, cell.column.attribute?.type.storage == .string,
          beside.contains(where: \.isGiven)
        else { continue }
      }
      guard let element = cell.column.attribute else { continue }
      let value =
        value(
          of: cell.text, isOneText: cell.isOfEmptyText, element, format, path: path,
          site, at: cell.offset)
      if let value {
        values.set(value, at: path.dropFirst())
      } else {
        errors.add(path)
      }
    }
    let value = AttributeValue.composite(values)
    if errors.isAny || !attribute.admits(value) {
      return validateElements(
        of: value, attribute, elements, besides: errors, site, at: given.offset)
    }
    store(value, attribute, site, at: given.offset)
  }

  /// Reads the identifying values of a relationship's objects.
  private func readEnds(
    _ texts: [String], _ destination: Int, _ format: CSVFormat, _ site: Site, at offset: Int
  ) {
    let first = links.openCount
    // In an update, an empty cell removes the objects.
    if texts.isEmpty, !objects.updates || !objects[site.record].marks.contains(.isUpdate) { return }
    for var text in texts {
      text.withUTF8 { readReference($0, destination, format, site, at: offset) }
    }
    links.close(
      owner: site.record, member: site.member, offset: offset, from: first,
      keepsEmpty: texts.isEmpty)
  }

  /// Reads the identifying value of the object of a to-one relationship.
  private func readEnd(
    _ bytes: UnsafeBufferPointer<UInt8>, _ destination: Int, _ format: CSVFormat, _ site: Site,
    at offset: Int
  ) {
    let first = links.openCount
    readReference(bytes, destination, format, site, at: offset)
    links.close(owner: site.record, member: site.member, offset: offset, from: first)
  }

  private func readReference(
    _ bytes: UnsafeBufferPointer<UInt8>, _ destination: Int, _ format: CSVFormat, _ site: Site,
    at offset: Int
  ) {
    let plan = plans[destination]
    guard let identity = plan.identity, let attribute = identity.attribute else {
      return fail(
        .wrongStructure(expected: .record(entity: plan.name), found: JSONToken.string.name), site,
        at: offset)
    }
    let reference: Int
    if identity.kind == .string {
      reference = links.references.position(of: bytes, destination)
    } else {
      let text = String(decoding: bytes, as: UTF8.self)
      switch read(text, as: attribute, lenientValues, format) {
      case .value(let value):
        reference = links.references.position(of: IdentityKey(value), destination)
      case .failure(let kind, let found): return fail(kind, site, value: found, at: offset)
      }
    }
    links.append(PendingLinks.End(target: .reference(reference), offset: offset))
  }
}

extension [String: AttributeValue] {
  /// Sets a value in the composite, or in a nested one, at a path of names.
  fileprivate mutating func set(_ value: AttributeValue, at path: ArraySlice<String>) {
    guard let name = path.first else { return }
    if path.count == 1 {
      self[name] = value
      return
    }
    var inner: [String: AttributeValue] = [:]
    if case .composite(let values)? = self[name] { inner = values }
    inner.set(value, at: path.dropFirst())
    self[name] = .composite(inner)
  }

  /// Adds the composites at a path of names, unless they exist.
  fileprivate mutating func insertComposite(at path: ArraySlice<String>) {
    guard let name = path.first else { return }
    var inner: [String: AttributeValue] = [:]
    if case .composite(let values)? = self[name] { inner = values }
    inner.insertComposite(at: path.dropFirst())
    self[name] = .composite(inner)
  }
}
