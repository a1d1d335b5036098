/// A place in a schema, given by its offset.
@usableFromInline package enum SchemaPlace {
  /// Returns the key of an offset in a schema.
  @usableFromInline @_transparent package static func key<Type: EntityType>(
    _ type: Type.Type, _ offset: Int
  ) -> UInt64 {
    let address = unsafeBitCast(type as Any.Type, to: UInt.self)
    return UInt64(address &+ UInt(bitPattern: offset))
  }

  /// Returns the name of the property at an offset in a schema.
  @usableFromInline package static func name<Type: EntityType>(in type: Type.Type, at offset: Int)
    -> PropertyName
  {
    withUnsafeBytes(of: Type.schema) { bytes in
      // A property begins with the reference to its key.
      let key = bytes.load(fromByteOffset: offset, as: Unmanaged<SchemaKey>.self)
      return key._withUnsafeGuaranteedRef { $0.name.pointee }
    }
  }
}
