import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A model as the file of a store has it: JSON with a line for each entity.
///
/// It has nothing that is as it is unless declared, and not where declarations stand: equal models have
/// equal texts, and what changes is a line.
struct KeptModel {
  /// The value of a member of JSON.
  let text: String

  /// - Throws: `EncodingError` for a model that is not data alone.
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

  /// Takes what a file has.
  init(text: String) { self.text = text }

  /// The number of the form of the model; that of this version if it states none that can be read.
  var format: Int {
    var cursor = JSONCursor(JSONText(text))
    return cursor.statedFormat ?? ManagedObjectModel.encodedFormat
  }

  /// The model.
  ///
  /// - Throws: `DecodingError`, ``/ArmatureModel/ModelError``.
  var model: ManagedObjectModel {
    get throws {
      try JSONDecoder.ofAllNumbers().decode(ManagedObjectModel.self, from: Data(text.utf8))
    }
  }
}

extension JSONCursor {
  /// The whole number that an object has as its `format`; `nil` if it has none.
  var statedFormat: Int? {
    mutating get {
      do throws(JSONSyntaxError) {
        // A newer form may have anything else there.
        guard try enter("format"), try peek() == .number else { return nil }
        return Int(String(decoding: try number().text, as: UTF8.self))
      } catch {
        return nil
      }
    }
  }
}
