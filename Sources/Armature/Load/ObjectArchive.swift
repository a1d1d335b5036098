public import ArmatureModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Objects that you can encode with any encoder and decode into another context.
///
/// Use an archive to copy objects to another context or program, for example with the clipboard. The archive contains
/// the objects and their parts:
///
/// ```swift
/// let data = try JSONEncoder().encode(ObjectArchive([book]))
/// let archive = try JSONDecoder().decode(ObjectArchive.self, from: data, configuration: context)
/// print(archive.objects[0] === book)  // true
/// ```
/// To decode an archive, you pass the context that the objects will belong to. Decoding inserts a new object for each
/// archived object, and calls its hook `awakeFromInsert()` before it sets the values. If the context or its store
/// already contains an object with the same ID, decoding updates that object instead.
///
/// A link to another archived object becomes a link to the decoded object. Any other link becomes a link to the
/// existing object with the same ID.
///
/// You can undo the decoding in a single step, and its changes are saved with the next save. Transient and derived
/// values are not archived.
public struct ObjectArchive {
  /// A scope that determines which related objects an archive contains.
  ///
  /// ```swift
  /// let data = try JSONEncoder().encode(ObjectArchive([author], including: .objects))
  /// let archive = try JSONDecoder().decode(ObjectArchive.self, from: data, configuration: context)
  /// print(archive.objects.count, archive.unresolvedLinks.count)  // 1 0
  /// ```
  public enum Scope: Sendable {
    /// Only the given objects. Links to other objects are archived as IDs.
    case objects
    /// The given objects and their parts. The parts are the objects that the delete rule cascade deletes together with
    /// them.
    case owned
    /// The given objects and all objects that their relationships lead to, directly or indirectly.
    case reachable
  }

  /// A link that decoding has left out, because its destination is missing.
  public struct UnresolvedLink: Hashable, Sendable, CustomStringConvertible {
    /// The archived object with the link.
    public let object: ManagedObjectID
    /// The name of the relationship.
    public let property: String
    /// The destination of the link.
    public let destination: ManagedObjectID

    /// A sentence with both ends of the link, as in
    /// `Book#1.author leads to Author#7, which is neither archived nor present.`
    public var description: String {
      "\(object).\(property) leads to \(destination), which is neither archived nor present."
    }
  }

  /// The objects that the archive was created with. The list does not contain the related objects that the archive
  /// includes.
  public let objects: [ManagedObject]
  /// The links that decoding has left out, because their destinations are missing from the archive, the context and its
  /// store.
  ///
  /// The list is empty if the archive was not decoded.
  public let unresolvedLinks: [UnresolvedLink]
  /// The extent of the archive.
  private let scope: Scope

  /// Creates an archive of objects.
  ///
  /// The values of the objects are read when you encode the archive.
  public init(_ objects: [ManagedObject], including scope: Scope = .owned) {
    self.objects = objects
    self.scope = scope
    unresolvedLinks = []
  }
}

/// The encoded form contains the number of its format and two lists of snapshots: `objects` for the archived objects,
/// and `others` for the objects included with them. A snapshot has a member for each value, and the key of the member
/// also contains the type: `"title.string": "Dune"`.
extension ObjectArchive: Encodable, DecodableWithConfiguration {
  private enum Key: String, CodingKey {
    case format, objects, others
  }

  /// The version of the archive format. Archives of older versions can be decoded, too.
  public static let encodedFormat = 1

  /// Encodes the objects with all their values, except for transient and derived values.
  ///
  /// Relationships are loaded if necessary.
  ///
  /// - Throws: ``ManagedObjectError`` if an object is deleted or has no context. Any error of the store.
  /// - Complexity: O(*n*) in the number of archived objects, values and links.
  public func encode(to encoder: any Encoder) throws {
    func take() throws -> [ObjectSnapshot] {
      var layouts: [ObjectIdentifier: SnapshotLayout] = [:]
      return try found().map { object in
        let runtime = object.runtime
        let layout =
          layouts[ObjectIdentifier(runtime)]
          ?? SnapshotLayout(runtime) { $0.description.isInData }
        layouts[ObjectIdentifier(runtime)] = layout
        return object.snapshot(layout, loadingLists: true)
      }
    }
    let context = objects.first?.managedObjectContext
    let snapshots = try context?.throwingStoreErrors(take) ?? take()
    let count = Set(objects).count
    var members = encoder.container(keyedBy: Key.self)
    try members.encode(Self.encodedFormat, forKey: .format)
    try members.encode(Array(snapshots.prefix(count)), forKey: .objects)
    if snapshots.count > count {
      try members.encode(Array(snapshots.dropFirst(count)), forKey: .others)
    }
  }

  /// Returns the objects without duplicates, followed by the objects included with them.
  private func found() throws -> [ManagedObject] {
    var found: [ManagedObject] = []
    var seen: Set<ManagedObject> = []
    func add(_ object: ManagedObject) throws {
      guard seen.insert(object).inserted else { return }
      guard object.isThere, object.graph != nil, object.isFilled() else { throw object.notThere }
      found.append(object)
    }
    for object in objects { try add(object) }
    if scope == .objects { return found }
    // Not recursive, because chains may be long. The list grows during the loop.
    var position = 0
    while position < found.count {
      let object = found[position]
      position += 1
      for property in object.runtime.properties {
        guard let relationship = property.description.asRelationship,
          scope == .reachable || relationship.deleteRule == .cascade
        else { continue }
        for end in object.related(property.place) { try add(end) }
      }
    }
    return found
  }

  /// Decodes the objects into a context. If an error is thrown, the context stays unchanged.
  ///
  /// - Throws: One of these errors:
  ///   - ``ObjectArchiveError`` with all parts of the archive that do not match the model.
  ///   - `DecodingError` if the data are invalid, or if a newer version of the library has encoded the archive.
  ///   - Any error of the store.
  /// - Complexity: O(*n*) in the number of values and links.
  public init(from decoder: any Decoder, configuration context: ManagedObjectContext) throws {
    let members = try decoder.container(keyedBy: Key.self)
    // The first format had no number.
    let format = try members.decodeIfPresent(Int.self, forKey: .format) ?? 1
    guard 1...Self.encodedFormat ~= format else {
      throw decoder.corrupted(
        "An archive must be of format 1 to be read by this version of Armature, but is of format"
          + " \(format). Encode it with this version, or use the one that has encoded it.")
    }
    let main = try members.decode([ObjectSnapshot].self, forKey: .objects)
    let others = try members.decodeIfPresent([ObjectSnapshot].self, forKey: .others) ?? []
    var reader = ArchiveReader(context)
    objects = try context.attempt {
      try context.throwingStoreErrors { try Array(reader.read(main, others).prefix(main.count)) }
    }
    unresolvedLinks = reader.unresolvedLinks
    scope = .objects
  }
}
