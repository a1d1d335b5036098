package import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Attributes of all numeric types, and a flag, with values that are comparable or not.
package struct NumberAttributes: EntityPart {
  package init() {}

  @PropertyBuilder package var entityBody: EntityBody {
    Attribute("whole", Int?.self)
    Attribute("small", Int16?.self)
    Attribute("real", Double?.self)
    Attribute("single", Float?.self)
    Attribute("money", Decimal?.self)
    Attribute("flag", Bool?.self)
  }
}
