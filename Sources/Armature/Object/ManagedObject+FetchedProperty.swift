public import ArmatureModel

/// Fetched properties, which fetch their objects on each access.
extension PropertyContainer where Self: ManagedObject {
  /// Returns the objects of a fetched property.
  ///
  /// Each call fetches the objects again, in the order that the property declares. If it declares no order, the objects
  /// are returned in the order in which they were inserted. If this object was never in a context, the result is empty.
  /// You can also read fetched properties as dynamic members, by key-value coding and through key paths.
  ///
  /// - Throws: ``/Armature/ManagedObjectError`` if the key is unknown, or if the context of the object no longer
  ///   exists. ``/Armature/FetchRequestError`` if the condition of the property cannot be evaluated for the object.
  /// - Complexity: That of a fetch.
  @_disfavoredOverload public func fetchedObjects(
    forKey key: some StringProtocol
  ) throws -> [ManagedObject] {
    guard let property = fetchedProperty(named: String(key)) else {
      let names = runtime.entity.properties.compactMap { property in
        if case .fetched(let property) = property { property.name } else { nil }
      }
      throw ManagedObjectError.unknownKey(
        entity: runtime.entity.name, key: String(key),
        suggestion: nearMiss(String(key), in: names))
    }
    return try objectServices.fetchObjects(of: property)
  }
}

extension ManagedObject {
  final func fetchedProperty(named name: String) -> FetchedPropertyDescription? {
    if case .fetched(let property) = runtime.entity.property(named: name) { property } else { nil }
  }

  /// Returns the objects of a fetched property for untyped access. An invalid condition is a programmer error. If the
  /// store fails, the next call that can throw reports the error.
  final func fetchedValue(_ name: PropertyName) -> PropertyValue? {
    guard let property = fetchedProperty(named: name.text) else { return nil }
    do {
      return .objects(try objectServices.fetchObjects(of: property))
    } catch let error as FetchRequestError {
      programmerError("\(error)")
    } catch let error as ManagedObjectError {
      reject(error)
      return .objects([])
    } catch {
      graph?.source.lastError = error
      return .objects([])
    }
  }

  /// Returns the objects of a fetched property within a key path.
  final func ends(
    of property: FetchedPropertyDescription
  ) throws(ManagedObjectError) -> [ManagedObject] {
    do {
      return try objectServices.fetchObjects(of: property)
    } catch {
      throw unreadable(error)
    }
  }
}
