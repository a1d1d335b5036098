import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Encodes values directly as indented JSON, with sorted keys and escaped invisible characters.
///
/// Foundation's encoder is slower, because it first builds a tree of the whole report. The tree takes 39 µs and 6 KB
/// for each failure.
///
/// Because this encoder writes each value at once, a value must finish an inner container before it continues the outer
/// one. All conformances that the compiler synthesizes do this.
final class ReportEncoder: Encoder {
  // Unchecked, as the others: no access spans a call that could start another one. The checks took a fifth of the
  // time for a report.
  @exclusivity(unchecked) var output = JSONOutput(.pretty)
  let writer: MessageWriter
  let userInfo: [CodingUserInfoKey: Any]
  let codingPath: [any CodingKey] = []
  @exclusivity(unchecked) private var containers: [Container] = []
  /// The members of all open objects.
  @exclusivity(unchecked) private var members: [Member] = []
  /// The encodings so far, which repeat: a report has many failures of few rules.
  private var requirements: [ValidationRule.Requirement: [UInt8]] = [:]
  private var kinds: [ValidationFailure.Kind: [UInt8]] = [:]

  private struct Container {
    let isObject: Bool
    let firstMember: Int
    var isSorted = true
  }

  private struct Member {
    let key: String
    /// The start of its white space and key, after the comma.
    let start: Int
  }

  init(_ writer: MessageWriter) {
    self.writer = writer
    // Text for comparison omits the stores of IDs, which differ at each run.
    userInfo = CodingUserInfoKey.omitsStores.map { [$0: true] } ?? [:]
  }

  /// Writes a value at a place for a value.
  ///
  /// No value of a report throws an error; otherwise, its partial output would stay.
  func encodeValue(_ value: some Encodable) {
    try? encodeNested(value)
  }

  /// Writes the output to a stream if it has reached a limit. No container may be open.
  func passOn(to stream: inout some TextOutputStream, atLeast limit: Int = 65_536) {
    guard output.count >= limit else { return }
    stream.write(output.string)
    output.removeBytes()
  }

  private func encodeNested(_ value: some Encodable) throws {
    let depth = containers.count
    let start = output.count
    defer {
      close(downTo: depth)
      if output.count == start {
        output.beginObject()
        output.endObject()
      }
    }
    try value.encode(to: self)
  }

  /// Writes a requirement. All requirements must have the same depth.
  func write(_ requirement: ValidationRule.Requirement) {
    write(requirement, &requirements)
  }

  /// Writes a kind of failure. All kinds must have the same depth.
  func write(_ kind: ValidationFailure.Kind) {
    write(kind, &kinds)
  }

  private func write<Value: Encodable & Hashable>(_ value: Value, _ known: inout [Value: [UInt8]]) {
    if let bytes = known[value] {
      return bytes.withUnsafeBufferPointer { output.fragment($0) }
    }
    let start = output.count
    encodeValue(value)
    // Kinds from data may be as many as the failures.
    if known.count == 1_000 { known = [:] }
    known[value] = output.withBytes { Array($0[start...]) }
  }

  // MARK: Containers

  func container<Key: CodingKey>(keyedBy: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(ObjectContainer<Key>(encoder: self, depth: open(isObject: true)))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    ArrayContainer(encoder: self, depth: open(isObject: false))
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    ScalarContainer(encoder: self)
  }

  private func open(isObject: Bool) -> Int {
    if isObject { output.beginObject() } else { output.beginArray() }
    containers.append(Container(isObject: isObject, firstMember: members.count))
    return containers.count
  }

  private func close(downTo depth: Int) {
    while containers.count > depth, let container = containers.popLast() {
      guard container.isObject else {
        output.endArray()
        continue
      }
      if !container.isSorted { sort(members[container.firstMember...]) }
      members.removeSubrange(container.firstMember...)
      output.endObject()
    }
  }

  fileprivate func beginElement(at depth: Int) {
    close(downTo: depth)
    output.element()
  }

  fileprivate func beginMember(_ key: String, at depth: Int) {
    close(downTo: depth)
    if members.count > containers[depth - 1].firstMember, let last = members.last, key < last.key {
      containers[depth - 1].isSorted = false
    }
    members.append(Member(key: key, start: output.count + (output.isFirst ? 0 : 1)))
    output.element()
    output.visibleString(key)
    output.put(UInt8(ascii: ":"))
    output.put(UInt8(ascii: " "))
    output.reserve(0)
  }

  /// Sorts the bytes of the innermost object's members.
  private func sort(_ members: ArraySlice<Member>) {
    guard let start = members.first?.start else { return }
    let ends = members.dropFirst().map { $0.start - 1 } + [output.count]
    let ranges = zip(members, ends).sorted { $0.0.key < $1.0.key }.map { $0.start..<$1 }
    output.reorder(ranges, from: start)
  }

  // MARK: Scalars

  /// Writes a value of a JSON type, or a value that encodes itself.
  ///
  /// Comparing types instead of values costs nothing if the type is known statically, and little otherwise.
  fileprivate func encode<Value: Encodable>(_ value: Value) throws {
    if Value.self == String.self, let text = value as? String {
      output.visibleString(text)
    } else if Value.self == Int.self, let number = value as? Int {
      output.int(Int64(number))
    } else if Value.self == Date.self, let date = value as? Date {
      encode(date.timeIntervalSinceReferenceDate)
    } else if Value.self == Data.self, let data = value as? Data {
      output.data(data)
    } else if Value.self == Decimal.self, let number = value as? Decimal {
      if !output.decimal(number) { output.string(number.description) }
    } else if Value.self == URL.self, let url = value as? URL {
      output.visibleString(url.absoluteString)
    } else {
      try encodeNested(value)
    }
  }

  /// Writes a number, or its text if JSON has no form for it: an invalid date must not prevent the report.
  fileprivate func encode(_ number: Double) {
    if !output.double(number) { output.string(number.description) }
  }
}

/// The members of an object.
private struct ObjectContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: ReportEncoder
  let depth: Int
  var codingPath: [any CodingKey] { [] }

  func encodeNil(forKey key: Key) {
    encoder.beginMember(key.stringValue, at: depth)
    encoder.output.null()
  }

  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    encoder.beginMember(key.stringValue, at: depth)
    try encoder.encode(value)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    encoder.beginMember(key.stringValue, at: depth)
    return encoder.container(keyedBy: NestedKey.self)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder.beginMember(key.stringValue, at: depth)
    return encoder.unkeyedContainer()
  }

  func superEncoder() -> any Encoder {
    encoder.beginMember("super", at: depth)
    return encoder
  }

  func superEncoder(forKey key: Key) -> any Encoder {
    encoder.beginMember(key.stringValue, at: depth)
    return encoder
  }
}

/// The elements of an array.
private struct ArrayContainer: UnkeyedEncodingContainer {
  let encoder: ReportEncoder
  let depth: Int
  private(set) var count = 0
  var codingPath: [any CodingKey] { [] }

  init(encoder: ReportEncoder, depth: Int) {
    self.encoder = encoder
    self.depth = depth
  }

  private mutating func begin() {
    count += 1
    encoder.beginElement(at: depth)
  }

  mutating func encodeNil() {
    begin()
    encoder.output.null()
  }

  mutating func encode<Value: Encodable>(_ value: Value) throws {
    begin()
    try encoder.encode(value)
  }

  mutating func nestedContainer<Key: CodingKey>(
    keyedBy: Key.Type
  ) -> KeyedEncodingContainer<Key> {
    begin()
    return encoder.container(keyedBy: Key.self)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    begin()
    return encoder.unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder {
    begin()
    return encoder
  }
}

/// A value that is neither an object nor an array.
private struct ScalarContainer: SingleValueEncodingContainer {
  let encoder: ReportEncoder
  var codingPath: [any CodingKey] { [] }

  func encodeNil() { encoder.output.null() }
  func encode(_ value: Bool) { encoder.output.bool(value) }
  func encode(_ value: String) { encoder.output.visibleString(value) }
  func encode(_ value: Double) { encoder.encode(value) }
  func encode(_ value: Float) { encoder.encode(Double(value)) }
  func encode(_ value: Int) { encode(number: value) }
  func encode(_ value: Int8) { encode(number: value) }
  func encode(_ value: Int16) { encode(number: value) }
  func encode(_ value: Int32) { encode(number: value) }
  func encode(_ value: Int64) { encode(number: value) }
  func encode(_ value: UInt) { encode(number: value) }
  func encode(_ value: UInt8) { encode(number: value) }
  func encode(_ value: UInt16) { encode(number: value) }
  func encode(_ value: UInt32) { encode(number: value) }
  func encode(_ value: UInt64) { encode(number: value) }
  func encode<Value: Encodable>(_ value: Value) throws { try encoder.encode(value) }

  private func encode(number: some BinaryInteger) {
    if let small = Int64(exactly: number) {
      encoder.output.int(small)
    } else {
      for digit in String(number).utf8 { encoder.output.put(digit) }
      encoder.output.reserve(0)
    }
  }
}

extension JSONOutput {
  /// Writes a string with all invisible characters escaped, so that a terminal does not interpret them.
  mutating func visibleString(_ text: String) {
    if text.utf8.allSatisfy({ $0 < 0x7F }) { return string(text) }
    put(UInt8(ascii: "\""))
    for scalar in text.unicodeScalars {
      // JSON itself escapes the control characters of ASCII.
      if scalar.value >= 0x20 && scalar.mustBeEscaped {
        for unit in String(scalar).utf16 { escape(unit: unit) }
      } else {
        for byte in String(scalar).utf8 { escape(byte: byte) }
      }
    }
    put(UInt8(ascii: "\""))
    reserve(0)
  }
}
