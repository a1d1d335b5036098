import Armature
import ArmatureModel

/// A parser that reads an XML document as a tree of elements.
///
/// Foundation's parser would load a library of 40 MB, which would take more than a millisecond in each call of the
/// command. It also does not report the positions of attributes. This parser supports the constructs of model files and
/// property lists: elements, attributes, character references, comments, CDATA sections and processing instructions. It
/// knows only the five predefined entities, and reads no other files. Limits keep the cost proportional to the size of
/// the text.
struct MarkupScanner {
  /// The limits of a document.
  struct Limits {
    /// The maximum depth of nested elements.
    var depth = 100
    /// The maximum number of elements and attributes.
    var parts = 500_000
    /// Whether a document type without declarations is accepted and ignored. Property lists have one.
    var allowsDocumentType = false
  }

  let bytes: UnsafeBufferPointer<UInt8>
  private let limits: Limits
  /// The offset of the next byte.
  var offset = 0
  private var partCount = 0
  /// An offset whose line and column are known. Later positions are counted from there.
  private var known = (offset: 0, position: TextPosition(line: 1, column: 1))

  /// Reads the root element.
  ///
  /// - Throws: ``MarkupError`` if the text is not well-formed or exceeds the limits.
  static func root(
    of bytes: UnsafeBufferPointer<UInt8>, limits: Limits = Limits()
  ) throws(MarkupError) -> MarkupElement {
    var scanner = MarkupScanner(bytes: bytes, limits: limits)
    return try scanner.document()
  }

  private init(bytes: UnsafeBufferPointer<UInt8>, limits: Limits) {
    self.bytes = bytes
    self.limits = limits
  }

  private mutating func document() throws(MarkupError) -> MarkupElement {
    try checkEncoding()
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      offset = 3
      known.offset = 3
    }
    try skipMisc(isBeforeRoot: true)
    guard offset < bytes.count else {
      throw error("Expected an element, but the text ends.")
    }
    let root = try element()
    try skipMisc(isBeforeRoot: false)
    guard offset == bytes.count else {
      throw error("Expected nothing after the last element, but found more.")
    }
    return root
  }

  /// Reads an element with its contents. It uses a loop instead of recursion, so that deep nesting needs no stack.
  private mutating func element() throws(MarkupError) -> MarkupElement {
    var open: [MarkupElement] = []
    while true {
      if peek("</") {
        let element = try endTag(of: open.popLast())
        guard !open.isEmpty else { return element }
        open[open.count - 1].children.append(element)
      } else if peek("<!--") {
        try skipComment()
      } else if peek("<![CDATA["), !open.isEmpty {
        try section(into: &open[open.count - 1].text)
      } else if peek("<?") {
        try skipInstruction()
      } else if peek("<") {
        let (element, isEmpty) = try startTag()
        if !isEmpty {
          guard open.count < limits.depth else {
            throw error(
              "Elements must be nested at most \(limits.depth) deep, but there are more.",
              at: element.position)
          }
          open.append(element)
        } else if open.isEmpty {
          return element
        } else {
          open[open.count - 1].children.append(element)
        }
      } else if let last = open.indices.last {
        guard offset < bytes.count else {
          throw error("Expected </\(open[last].name)>, but the text ends.")
        }
        open[last].text += try characters(until: UInt8(ascii: "<"))
      } else {
        throw error("Expected an element, but found something else.")
      }
    }
  }

  private mutating func startTag() throws(MarkupError) -> (MarkupElement, isEmpty: Bool) {
    let position = position()
    offset += 1
    try countPart(at: position)
    var element = MarkupElement(name: try name("an element"), position: position)
    while true {
      let hasBlank = skipBlanks()
      if peek("/>") {
        offset += 2
        return (element, true)
      }
      if peek(">") {
        offset += 1
        return (element, false)
      }
      guard offset < bytes.count else {
        throw error("The tag <\(element.name)> must end with >, but the text ends.")
      }
      guard hasBlank else { throw error("Expected a blank before an attribute, but found none.") }
      let attribute = try attribute()
      if element.attributes.contains(where: { $0.name == attribute.name }) {
        throw error(
          "<\(element.name)> must have each attribute once, but has \(attribute.name) twice.",
          at: attribute.position)
      }
      element.attributes.append(attribute)
      guard element.attributes.count <= 1000 else {
        throw error("An element must have at most 1000 attributes, but has more.", at: position)
      }
    }
  }

  private mutating func attribute() throws(MarkupError) -> MarkupAttribute {
    let position = position()
    try countPart(at: position)
    let name = try name("an attribute")
    skipBlanks()
    guard peek("=") else { throw error("Expected = after \(name).") }
    offset += 1
    skipBlanks()
    guard offset < bytes.count,
      bytes[offset] == UInt8(ascii: "\"") || bytes[offset] == UInt8(ascii: "'")
    else { throw error("The value of \(name) must be in quotes, but is not.") }
    let quote = bytes[offset]
    offset += 1
    let value = try characters(until: quote, isAttribute: true)
    guard offset < bytes.count else {
      throw error("The value of \(name) must end with a quote, but the text ends.")
    }
    offset += 1
    return MarkupAttribute(name: name, value: value, position: position)
  }

  private mutating func endTag(of element: MarkupElement?) throws(MarkupError) -> MarkupElement {
    let position = position()
    offset += 2
    let name = try name("an element")
    guard let element, element.name == name else {
      throw error(
        "Expected \(element.map { "</\($0.name)>" } ?? "an element"), but found </\(name)>.",
        at: position)
    }
    skipBlanks()
    guard peek(">") else { throw error("</\(name) must end with >, but does not.") }
    offset += 1
    return element
  }

  private mutating func countPart(at position: TextPosition) throws(MarkupError) {
    partCount += 1
    if partCount > limits.parts {
      throw error(
        "Expected at most \(limits.parts) elements and attributes, but there are more.",
        at: position)
    }
  }

  // MARK: What is passed by

  private mutating func skipMisc(isBeforeRoot: Bool) throws(MarkupError) {
    while true {
      skipBlanks()
      if peek("<?") {
        try skipInstruction()
      } else if peek("<!--") {
        try skipComment()
      } else if isBeforeRoot, peek("<!DOCTYPE") {
        try skipDocumentType()
      } else {
        return
      }
    }
  }

  private mutating func skipInstruction() throws(MarkupError) {
    let start = offset
    guard let end = find("?>", from: offset + 2) else {
      throw error("<? must end with ?>, but the text ends.")
    }
    let text = String(decoding: bytes[start..<end], as: UTF8.self)
    if text.hasPrefix("<?xml "), let encoding = Self.encoding(in: text),
      !["utf-8", "utf8", "us-ascii"].contains(encoding.lowercased())
    {
      throw error("The text must be in UTF-8, but says that it is in \(encoding.quotedForMessage).")
    }
    offset = end + 2
  }

  private static func encoding(in declaration: String) -> String? {
    guard let start = declaration.firstRange(of: "encoding") else { return nil }
    let parts = declaration[start.upperBound...].split(
      maxSplits: 2, omittingEmptySubsequences: false, whereSeparator: { $0 == "\"" || $0 == "'" })
    return parts.count == 3 ? String(parts[1]) : nil
  }

  private mutating func skipComment() throws(MarkupError) {
    guard let end = find("-->", from: offset + 4) else {
      throw error("A comment must end with -->, but the text ends.")
    }
    offset = end + 3
  }

  /// Skips a document type. Declarations inside are rejected because they could define entities.
  private mutating func skipDocumentType() throws(MarkupError) {
    let start = position()
    guard limits.allowsDocumentType else {
      throw error(
        "A model must not have a document type (<!DOCTYPE). Remove it.",
        at: start)
    }
    while offset < bytes.count, bytes[offset] != UInt8(ascii: ">") {
      guard bytes[offset] != UInt8(ascii: "[") else {
        throw error("A document type must have no declarations in it, but has some.", at: start)
      }
      offset += 1
    }
    guard offset < bytes.count else {
      throw error("<!DOCTYPE must end with >, but the text ends.", at: start)
    }
    offset += 1
  }

  private mutating func section(into text: inout String) throws(MarkupError) {
    let start = offset + 9
    guard let end = find("]]>", from: start) else {
      throw error("<![CDATA[ must end with ]]>, but the text ends.")
    }
    text += String(decoding: bytes[start..<end], as: UTF8.self)
    offset = end + 3
  }

  @discardableResult private mutating func skipBlanks() -> Bool {
    let start = offset
    while offset < bytes.count, [0x20, 0x0A, 0x09, 0x0D].contains(bytes[offset]) { offset += 1 }
    return offset > start
  }

  // MARK: Places

  /// Returns the position of the next byte. Requests in ascending order are fast.
  mutating func position() -> TextPosition { position(of: offset) }

  private mutating func position(of offset: Int) -> TextPosition {
    var (place, position) = known
    if offset < place { (place, position) = (0, TextPosition(line: 1, column: 1)) }
    while place < min(offset, bytes.count) {
      let byte = bytes[place]
      place += 1
      if byte == 0x0A || byte == 0x0D && !(place < bytes.count && bytes[place] == 0x0A) {
        position = TextPosition(line: position.line + 1, column: 1)
      } else if byte & 0xC0 != 0x80 {
        position.column += 1
      }
    }
    known = (place, position)
    return position
  }

  mutating func error(_ message: String, at place: TextPosition? = nil) -> MarkupError {
    MarkupError(position: place ?? position(), message: message)
  }

  mutating func error(_ message: String, atOffset place: Int) -> MarkupError {
    MarkupError(position: position(of: place), message: message)
  }
}

/// An element of an XML document, with its contents.
struct MarkupElement {
  let name: String
  /// The position of the element.
  let position: TextPosition
  var attributes: [MarkupAttribute] = []
  var children: [MarkupElement] = []
  /// The characters between the tags, without the characters of the children.
  var text = ""

  /// Returns the children with a name, in order.
  func children(named name: String) -> [MarkupElement] { children.filter { $0.name == name } }
}

/// An attribute of an element.
struct MarkupAttribute {
  let name: String
  let value: String
  /// The position of the name.
  let position: TextPosition
}

/// An error in an XML document, with its position.
struct MarkupError: Error, Equatable {
  let position: TextPosition
  /// The requirement and the finding.
  let message: String
}
