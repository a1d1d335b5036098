public import ArmatureModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What a store knows of itself, before it is opened with a model.
///
/// ```swift
/// if let saved = try container.store.metadata()?.model {
///   print(model.difference(from: saved))
/// }
/// ```
/// Core Data: the metadata of a persistent store.
public struct StoreMetadata: Hashable, Sendable, Codable {
  /// What tells the store from all others.
  public let identifier: UUID
  /// The number of the form in which the store keeps its rows.
  public let format: Int
  /// The fingerprint of the model that the rows were saved with; `nil` where the store says none.
  public let fingerprint: ModelFingerprint?
  /// The number of the form in which the model is kept, as of ``/ArmatureModel/ManagedObjectModel/encodedFormat``.
  public let modelFormat: Int?
  /// The model that the rows were saved with, as far as it is data: without closures and classes.
  ///
  /// `nil` where the store does not keep it, or keeps it in a newer form.
  public let model: ManagedObjectModel?
  /// The version of Armature that has kept the model.
  public let libraryVersion: String?

  /// Says what a store of your own knows.
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
  /// Whether the rows are rows of a model as they are, so that a container opens the store without a migration.
  package func isKept(by model: ManagedObjectModel) -> Bool {
    if fingerprint != model.fingerprint { return false }
    return self.model.map { model.difference(ofRowsOf: $0) == .nothing } ?? true
  }
}
