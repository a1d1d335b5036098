package import ArmatureModel

extension JSONOutput {
  /// Writes a value, and returns false if JSON cannot represent it.
  ///
  /// - Parameters:
  ///   - type: The type of the attribute, which lists and composites require.
  ///   - isStored: True to write numbers and dates without a usual form as ``UnusualNumber``.
  package mutating func value(
    _ value: AttributeValue, _ type: AttributeType?, isStored: Bool = false
  ) -> Bool {
    switch value {
    case .null, .object, .objects: return false
    case .bool(let value): self.bool(value)
    case .int(let value): self.int(value)
    case .double(let number): return self.double(number) || isStored && unusual(value)
    case .decimal(let number): return self.decimal(number) || isStored && unusual(value)
    case .string(let value): self.string(value)
    case .date(let date): return self.date(date) || isStored && unusual(value)
    case .data(let value): self.data(value)
    case .uuid(let value): self.uuid(value)
    case .url(let value): self.string(value.absoluteString)
    case .zonedDate(let value):
      guard let text = value.text else { return isStored && unusual(.zonedDate(value)) }
      self.string(text)
    case .calendarDate(let value): self.string(value.description)
    case .json(let value): json(value)
    case .list(let values):
      guard case .list(let element)? = type?.storage else { return false }
      beginArray()
      var isWritten = true
      for value in values {
        self.element()
        if !self.value(value, element, isStored: isStored) {
          null()
          isWritten = false
        }
      }
      endArray()
      return isWritten
    case .composite(let values):
      guard case .composite(let elements)? = type?.storage else { return false }
      beginObject()
      var isWritten = true
      for element in elements {
        guard let value = values[element.name], !value.isNull else { continue }
        key(element.key ?? element.name)
        isWritten = self.value(value, element.type, isStored: isStored) && isWritten
      }
      endObject()
      return isWritten
    }
    return true
  }

  /// Writes any JSON value, with the order of its members and the digits of its numbers.
  package mutating func json(_ value: JSONValue) {
    switch value {
    case .null: null()
    case .bool(let value): bool(value)
    case .number(let number): self.number(number.text)
    case .string(let text): string(text)
    case .array(let values):
      beginArray()
      for value in values {
        element()
        json(value)
      }
      endArray()
    case .object(let object):
      beginObject()
      for member in object {
        key(member.key)
        json(member.value)
      }
      endObject()
    }
  }
}

extension JSONValue {
  /// The value as a text without white space. In contrast to ``description``, only the characters that JSON requires are
  /// escaped.
  package var text: String {
    var output = JSONOutput(capacity: 256)
    output.json(self)
    return output.string
  }
}
