import Armature
package import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension ManagedObjectModel {
  /// The model as one line of JSON. Equal models that were declared in the same places have the same text.
  package var keptText: String {
    get throws {
      let encoder = JSONEncoder.ofAllNumbers()
      encoder.outputFormatting.insert(.sortedKeys)
      return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
  }

  /// Decodes a model from ``keptText``.
  package init(keptText: String) throws {
    self = try JSONDecoder.ofAllNumbers().decode(
      ManagedObjectModel.self, from: Data(keptText.utf8))
  }
}
