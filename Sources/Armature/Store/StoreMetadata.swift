public import ArmatureModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The information about a store's data that is available before the store is opened with a model.
///
/// ```swift
/// if let saved = try container.store.metadata()?.model {
///   print(model.difference(from: saved))
/// }
/// ```
/// Core Data: the metadata of a persistent store.
public struct StoreMetadata: Hashable, Sendable, Codable {
  /// The unique identifier of the store.
  public let identifier: UUID
  /// The version number of the store's row format.
  public let format: Int
  /// The fingerprint of the model that the rows were saved with. It is `nil` if the store does not record the
  /// fingerprint.
  public let fingerprint: ModelFingerprint?
  /// The version number of the saved model's format, as in ``/ArmatureModel/ManagedObjectModel/encodedFormat``.
  public let modelFormat: Int?
  /// The model that the rows were saved with, without closures and classes.
  ///
  /// It is `nil` if the store does not keep the model, or keeps it in a newer format.
  public let model: ManagedObjectModel?
  /// The version of Armature that saved the model.
  public let libraryVersion: String?

  /// Creates the metadata for a custom store.
  public init(
    identifier: UUID, format: Int, fingerprint: ModelFingerprint?, modelFormat: Int? = nil,
    model: ManagedObjectModel? = nil, libraryVersion: String? = nil
  ) {
    self.identifier = identifier
    self.format = format
    self.fingerprint = fingerprint
    self.modelFormat = modelFormat
    self.model = model
    self.libraryVersion = libraryVersion
  }
}

extension StoreMetadata {
  /// Returns whether the rows suit a model as they are, so that a container opens the store without a migration.
  package func isKept(by model: ManagedObjectModel) -> Bool {
    if fingerprint != model.fingerprint { return false }
    return self.model.map { model.difference(ofRowsOf: $0) == .nothing } ?? true
  }
}
