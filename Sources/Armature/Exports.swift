// A script needs only `import Armature`. It includes the declarations of models, and Foundation's types for attributes.
@_exported public import ArmatureModel

#if canImport(FoundationEssentials)
  @_exported public import struct FoundationEssentials.Data
  @_exported public import struct FoundationEssentials.Date
  @_exported public import struct FoundationEssentials.Decimal
  @_exported public import struct FoundationEssentials.URL
  @_exported public import struct FoundationEssentials.UUID
#else
  @_exported public import struct Foundation.Data
  @_exported public import struct Foundation.Date
  @_exported public import struct Foundation.Decimal
  @_exported public import struct Foundation.URL
  @_exported public import struct Foundation.UUID
#endif
