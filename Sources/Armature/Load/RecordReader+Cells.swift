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
    /// A list of one empty string.
    case oneEmptyText
    /// A value.
    case bytes(UnsafeBufferPointer<UInt8>)
  }

  /// Reads a cell as the value of a member.
  ///
  /// - Parameter separator: The separator between the values, or the references, of a list.
  func readCell(_ cell: CellText, _ separator: Character, _ site: Site, at offset: Int) {
    if let attribute = site.member.attribute {
      var (text, isOneText) = ("", false)
      switch cell {
      case .null: return store(.null, attribute, site, at: offset)
      case .emptyText: break
      case .oneEmptyText: (text, isOneText) = ("", true)
      case .bytes(let bytes): text = String(decoding: bytes, as: UTF8.self)
      }
      readAttribute(text, isOneText: isOneText, attribute, separator, site, at: offset)
    } else if let destination = site.member.destination {
      var bytes = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
      if case .bytes(let found) = cell { bytes = found }
      readEnds(bytes, destination, separator, site, at: offset)
    }
  }

  private func readAttribute(
    _ text: String, isOneText: Bool, _ attribute: AttributeDescription, _ separator: Character,
    _ site: Site, at offset: Int
  ) {
    let value = value(
      of: text, isOneText: isOneText, attribute, separator, path: [attribute.name], site,
      at: offset)
    guard let value else { return failures.reject(site.member.name, of: site.record) }
    store(value, attribute, site, at: offset)
  }

  /// Reads a text as a value of an attribute, or of an element; `nil`, with a failure, if it is invalid.
  ///
  /// - Parameter isOneText: True if a list without text contains an empty string.
  private func value(
    of text: String, isOneText: Bool, _ attribute: AttributeDescription, _ separator: Character,
    path: [String], _ site: Site, at offset: Int
  ) -> AttributeValue? {
    var outcome: ReadValue
    let reader = site.member.isLenient ? lenientValues : cellValues
    if case .list(let element) = attribute.type.storage {
      let texts =
        text.isEmpty && !isOneText
        ? [] : text.split(separator: separator, omittingEmptySubsequences: false)
      let list = reader.list(
        texts.map(String.init), of: element, path: path, at: offset
      ) { fail($0, site) }
      guard let list else { return .none }
      outcome = reader.admitted(list, attribute)
    } else {
      outcome = reader.read(text, as: attribute)
    }
    switch outcome {
    case .value(let value): return .some(value)
    case .failure(let kind, let found):
      fail(ValueReader.Fault(path: path, kind: kind, value: found, offset: offset), site)
      return .none
    }
  }

  /// A cell with an element of a composite.
  struct ElementCell {
    let column: TableColumn
    /// The text; empty for a sign.
    let text: String
    /// True if the cell has a value, which may be empty.
    let isGiven: Bool
    /// True if the cell means a missing composite, or a composite without values.
    let isNull, isMark: Bool
    /// True if the value is a list of one empty string.
    let isOfEmptyText: Bool
    let offset: Int

    init(column: TableColumn, text: String, _ cell: CSVCursor.Cell, offset: Int) {
      let storage = column.attribute?.type.storage
      let isList = storage?.isList ?? false
      (self.column, self.offset) = (column, offset)
      isNull = cell.isNull
      isOfEmptyText = isList && cell.isOfEmptyText
      isMark = !isList && cell.isOfEmptyText
      self.text = isNull || cell.isOfEmptyText ? "" : text
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
    guard let given = cells.first(where: { $0.isGiven || $0.isMark }) else {
      if format.emptyCells == .null || cells.contains(where: \.isNull) {
        store(.null, attribute, site, at: first.offset)
      }
      return
    }
    var errors = ValueReader.ElementErrors()
    var values: [String: AttributeValue] = [:]
    for cell in cells {
      let path = cell.column.keyPath
      if !cell.isGiven {
        // In a missing composite, strings are missing as well.
        let beside = cells.filter { $0.column.keyPath.starts(with: path.dropLast()) }
        guard format.emptyCells == .text, cell.column.attribute?.type.storage == .string,
          beside.contains(where: \.isGiven)
        else { continue }
      }
      guard let element = cell.column.attribute else { continue }
      let value =
        value(
          of: cell.text, isOneText: cell.isOfEmptyText, element, format.listSeparator, path: path,
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
    _ bytes: UnsafeBufferPointer<UInt8>, _ destination: Int, _ separator: Character, _ site: Site,
    at offset: Int
  ) {
    let first = links.openCount
    if bytes.isEmpty {
      // In an update, an empty cell removes the objects.
      guard objects.updates, objects[site.record].marks.contains(.isUpdate) else { return }
    } else if site.member.isToMany {
      let text = String(decoding: bytes, as: UTF8.self)
      for var text in text.split(separator: separator, omittingEmptySubsequences: false)
        .map(String.init)
      {
        text.withUTF8 { readReference($0, destination, site, at: offset) }
      }
    } else {
      readReference(bytes, destination, site, at: offset)
    }
    links.close(
      owner: site.record, member: site.member, offset: offset, from: first,
      keepsEmpty: bytes.isEmpty)
  }

  private func readReference(
    _ bytes: UnsafeBufferPointer<UInt8>, _ destination: Int, _ site: Site, at offset: Int
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
      switch lenientValues.read(String(decoding: bytes, as: UTF8.self), as: attribute) {
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
}
