import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A model as it is stored in the file of a store: JSON with one line for each entity.
///
/// Default values and the positions of declarations are left out. Equal models therefore have equal texts, and each
/// change of the model affects only one line.
struct StoredModel {
  /// The text of the JSON value.
  let text: String

  /// - Throws: `EncodingError` for a model that contains more than data.
  init(_ model: ManagedObjectModel) throws {
    let encoder = JSONEncoder.ofAllNumbers()
    encoder.outputFormatting.insert(.sortedKeys)
    if let key = CodingUserInfoKey.leavesOutSites { encoder.userInfo[key] = true }
    func line(_ value: some Encodable) throws -> String {
      String(decoding: try encoder.encode(value), as: UTF8.self)
    }
    let entities = try model.declarations.map(line).map { "\n\($0)" }.joined(separator: ",")
    text = "{\"name\":\(try line(model.name)),\"entities\":[\(entities)\n]}"
  }

  /// Creates a model from the text in a file.
  init(text: String) { self.text = text }

  /// The version of the model's format; the current version if the text states no readable one.
  var format: Int {
    var cursor = JSONCursor(JSONText(text))
    return cursor.statedFormat ?? ManagedObjectModel.encodedFormat
  }

  /// The decoded model.
  ///
  /// - Throws: `DecodingError`, ``/ArmatureModel/ModelError``.
  var model: ManagedObjectModel {
    get throws {
      try JSONDecoder.ofAllNumbers().decode(ManagedObjectModel.self, from: Data(text.utf8))
    }
  }
}

extension JSONCursor {
  /// The integer of the member `format` of an object; `nil` if it is missing.
  var statedFormat: Int? {
    mutating get {
      do throws(JSONSyntaxError) {
        // A newer format may contain anything else.
        guard try enter("format"), try peek() == .number else { return nil }
        return Int(String(decoding: try number().text, as: UTF8.self))
      } catch {
        return nil
      }
    }
  }
}
