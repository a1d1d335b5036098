import Armature
package import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Text for the values of a list, which is a JSON array: `["red","blue"]`, `[1,2]`.
///
/// Numbers, Booleans and texts are written as in JSON. NaN, the infinities and all other values are written as texts.
package enum ListText {
  package static func write(_ values: [AttributeValue], of element: AttributeType) -> String? {
    do {
      let data = try JSONEncoder.ofAllNumbers().encode(values.map(Element.init))
      return String(decoding: data, as: UTF8.self)
    } catch {
      return nil
    }
  }

  package static func read(_ text: String, of element: AttributeType) -> [AttributeValue]? {
    let decoder = JSONDecoder.ofAllNumbers()
    let data = Data(text.utf8)
    func read<Value: Decodable>(
      _ type: Value.Type, _ value: (Value) -> AttributeValue?
    ) -> [AttributeValue]? {
      guard let found = try? decoder.decode([Value].self, from: data) else { return nil }
      let values = found.compactMap(value)
      return values.count == found.count ? values : nil
    }
    switch element.storage {
    case .bool: return read(Bool.self) { .bool($0) }
    case .int16, .int32, .int64: return read(Int64.self) { .int($0) }
    case .double, .float: return read(Double.self) { .double($0) }
    case .date: return read(Double.self) { .date(Date(timeIntervalSinceReferenceDate: $0)) }
    case .zonedDate: return read(ZonedDate.self) { .zonedDate($0) }
    case .data: return read(Data.self) { .data($0) }
    case .list(let inner):
      return read(String.self) { ListText.read($0, of: inner).map { .list($0) } }
    case .string, .decimal, .uuid, .url, .calendarDate:
      guard let kind = SQLKind(element) else { return nil }
      return read(String.self) { kind.decode(.text($0)) }
    // Lists contain simple values, and the storage of a type is never an enumeration or transformable.
    case .composite, .json, .enumeration, .transformable: return nil
    }
  }

  /// A value as a JSON element.
  private struct Element: Encodable {
    let value: AttributeValue

    init(_ value: AttributeValue) { self.value = value }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch value {
      case .bool(let holds): try container.encode(holds)
      case .int(let number): try container.encode(number)
      case .double(let number): try container.encode(number)
      case .date(let date): try container.encode(date.timeIntervalSinceReferenceDate)
      case .zonedDate(let zoned): try container.encode(zoned)
      case .data(let data): try container.encode(data)
      case .string(let text): try container.encode(text)
      case .decimal(let number):
        try container.encode(DecimalText.string(number) ?? SQLKind.notANumber)
      case .uuid(let id): try container.encode(id.uuidString)
      case .url(let url): try container.encode(url.absoluteString)
      case .calendarDate(let day): try container.encode(day.description)
      case .null, .list, .composite, .json, .object, .objects:
        throw EncodingError.invalidValue(
          value,
          EncodingError.Context(
            codingPath: encoder.codingPath,
            debugDescription: "A list must have simple values, but has \(value.typeName)."))
      }
    }
  }
}
