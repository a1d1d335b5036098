package import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Attributes of all types of numbers, and a flag, whose values compare with one another or do not.
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
