import ArmatureModel

/// The records of a load with objects that later loads cannot find again, because they have no identity.
struct UnidentifiedRecords {
  private let state: LoadState

  init(_ state: LoadState) { self.state = state }

  /// Reports each of them.
  func report() {
    for record in state.objects.indices {
      guard let object = state.objects.object(at: record), state.plans[object].identity == nil
      else { continue }
      let entity = object.runtime.entity
      state.failures.add(
        .missingIdentity(
          identifying: entity.identifyingAttributes.map(\.name), unique: entity.uniqueAttributes),
        entity: entity.name, record: record, object: object, at: state.objects[record].place)
    }
  }
}

extension EntityDescription {
  /// The names of attributes with a uniqueness constraint of one attribute.
  fileprivate var uniqueAttributes: [String] {
    uniquenessConstraints.filter { $0.properties.count == 1 && $0.severity == .error }
      .compactMap { property(named: $0.properties[0])?.asAttribute?.name }
  }
}
