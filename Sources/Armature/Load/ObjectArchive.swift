public import ArmatureModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Objects with what belongs to them, to be encoded by any encoder, and decoded into a context.
///
/// ```swift
/// let data = try JSONEncoder().encode(ObjectArchive([book]))
/// let archive = try JSONDecoder().decode(ObjectArchive.self, from: data, configuration: context)
/// print(archive.objects[0] === book)  // true
/// ```
/// An object itself cannot be decoded, since it needs a context; decoding an archive gives objects of a
/// context. An object that the context or its store has is that object, and gets the archived values; any
/// other is inserted, and gets `awakeFromInsert()` first. A link to an archived object leads to the
/// decoded one, any other link to the object with the same ID.
///
/// Transient and derived values are no part of an archive. Decoding is one step of undo; the next save
/// saves its changes.
public struct ObjectArchive {
  /// What is archived with objects.
  ///
  /// ```swift
  /// let data = try JSONEncoder().encode(ObjectArchive([author], including: .objects))
  /// let archive = try JSONDecoder().decode(ObjectArchive.self, from: data, configuration: context)
  /// print(archive.objects.count, archive.unresolvedLinks.count)  // 1 0
  /// ```
  public enum Reach: Sendable {
    /// Nothing: links to other objects are kept as their IDs.
    case objects
    /// The objects that their deletion would delete: those behind relationships with the rule cascade.
    case owned
    /// All objects that relationships lead to, directly or by way of others.
    case reachable
  }

  /// A link that decoding has left out, since there is no such object.
  public struct UnresolvedLink: Hashable, Sendable, CustomStringConvertible {
    /// The object that had the link, in the archive.
    public let object: ManagedObjectID
    /// The name of the relationship.
    public let property: String
    /// The object that it led to.
    public let destination: ManagedObjectID

    /// Both ends: `Book#1.author leads to Author#7, which is neither archived nor present.`
    public var description: String {
      "\(object).\(property) leads to \(destination), which is neither archived nor present."
    }
  }

  /// The archived objects, without those that were archived with them.
  public let objects: [ManagedObject]
  /// The links to objects that are neither in the archive nor there; empty before decoding.
  public let unresolvedLinks: [UnresolvedLink]
  /// Which other objects are archived with them.
  private let reach: Reach

  /// Prepares objects to be encoded as they are then.
  public init(_ objects: [ManagedObject], including reach: Reach = .owned) {
    self.objects = objects
    self.reach = reach
    unresolvedLinks = []
  }
}

/// An object with the number of its form and two lists of snapshots: `objects`, and `others` that came with them.
/// A snapshot has a member for each value, whose key also tells its type: `"title.string": "Dune"`.
extension ObjectArchive: Encodable, DecodableWithConfiguration {
  private enum Key: String, CodingKey {
    case format, objects, others
  }

  /// The version of the form in which objects are archived; older ones can be decoded, too.
  public static let encodedFormat = 1

  /// Encodes the objects with all values but transient and derived ones; unloaded relationships are
  /// loaded.
  ///
  /// - Throws: ``ManagedObjectError`` for an object that is deleted or in no context, or what a store
  ///   throws.
  /// - Complexity: O(*n*) in the number of objects, values and links that are archived.
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

  /// The objects, each once, and behind them what is archived with them.
  private func found() throws -> [ManagedObject] {
    var found: [ManagedObject] = []
    var seen: Set<ManagedObject> = []
    func add(_ object: ManagedObject) throws {
      guard seen.insert(object).inserted else { return }
      guard object.isThere, object.graph != nil, object.isFilled() else { throw object.notThere }
      found.append(object)
    }
    for object in objects { try add(object) }
    if reach == .objects { return found }
    // No recursion: chains may be long. The list grows as it is walked.
    var position = 0
    while position < found.count {
      let object = found[position]
      position += 1
      for property in object.runtime.properties {
        guard let relationship = property.description.asRelationship,
          reach == .reachable || relationship.deleteRule == .cascade
        else { continue }
        for end in object.related(property.place) { try add(end) }
      }
    }
    return found
  }

  /// Decodes the objects into a context.
  ///
  /// - Throws: ``ObjectArchiveError`` with everything that does not suit the model, `DecodingError` also for an archive of
  ///   a newer format, or what a store throws. The context is then as it was before.
  /// - Complexity: O(*n*) in the number of values and links.
  public init(from decoder: any Decoder, configuration context: ManagedObjectContext) throws {
    let members = try decoder.container(keyedBy: Key.self)
    // The first form had no number.
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
    reach = .objects
  }
}
