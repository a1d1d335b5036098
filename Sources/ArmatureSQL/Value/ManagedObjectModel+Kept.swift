import Armature
package import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension ManagedObjectModel {
  /// The model as JSON in a line; equal models that were declared in the same places have equal texts.
  package var keptText: String {
    get throws {
      let encoder = JSONEncoder.ofAllNumbers()
      encoder.outputFormatting.insert(.sortedKeys)
      return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
  }

  /// Reads what ``keptText`` has made.
  package init(keptText: String) throws {
    self = try JSONDecoder.ofAllNumbers().decode(
      ManagedObjectModel.self, from: Data(keptText.utf8))
  }
}
