public import ArmatureModel

/// An entity of the typed tier whose objects have a class of their own.
///
/// Use this protocol instead of ``/ArmatureModel/EntityType`` if the objects need hooks, methods or stored state.
///
/// ```swift
/// struct Song: ClassEntityType {
///   typealias Object = SongObject
///   static let schema = Song()
///   let title = Attribute<String>()
/// }
/// final class SongObject: ManagedObject {
///   var song: Managed<Song> { Managed(self) }
///   override func awakeFromInsert() { song.title = "Untitled" }
/// }
/// let model = try ManagedObjectModel("Music") { Song.self }
/// let song = try ManagedObjectContext(model: model).insert(Song.self)
/// print(song.title, song.object.song == song)  // Untitled true
/// ```
/// The class doesn't need `@Property` accessors, because the view `Managed<Song>` already has typed properties. By
/// default, a ``/ArmatureModel/SubentityType`` uses the class of its parent. To give it a class of its own, conform it
/// to this protocol as well.
public protocol ClassEntityType: EntityType {
  /// The class of the objects.
  associatedtype Object: ManagedObject
}

extension ClassEntityType {
  /// Sets the class of the entity.
  public static func _declare(_ entity: inout EntityDescription) { entity.bind(Object.self) }
}

// The members are in a constrained extension, so that the compiler also looks for a property of the same name.

extension Managed where Type: ClassEntityType {
  /// The object of the view, as an instance of its class.
  public var object: Type.Object {
    // The model has made the object of the class of its entity, or of one under it.
    guard let object = managedObject as? Type.Object else {
      programmerError(
        "The object must be of the class \(Type.Object.self), as \(Type.self) says, but is of "
          + "\(Swift.type(of: managedObject)). Build the model of the types, and derive the classes of "
          + "sub-entities from that one.")
    }
    return object
  }

  /// Creates a view of an object of the class.
  ///
  /// The object must belong to the entity of the view. An object of another entity that has the same class is a
  /// programmer error and traps.
  public init(_ object: Type.Object, file: StaticString = #fileID, line: UInt = #line) {
    guard object.runtime.isKind(of: Type.entityName) else {
      programmerError(
        "The object must be of the entity \(Type.entityName), but is of \(object.runtime.entity.name).",
        file: file, line: line)
    }
    self.init(unchecked: object)
  }
}
