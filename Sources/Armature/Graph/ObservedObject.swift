import Observation

/// The registrar of one object, with a key path for each property that was read.
///
/// Not the object itself: objects that nobody observes have no room for a registrar. Nor the name of the
/// property: a key path that has a position takes less to make, and is made once.
final class ObservedObject: Observable {
  typealias Path = KeyPath<ObservedObject, Int>

  let handle: Handle
  private let registrar = ObservationRegistrar()
  /// The key paths of what was read since it last changed, by the position of the property.
  private var paths: [Int: Path] = [:]

  init(_ handle: Handle) { self.handle = handle }

  /// A property by its position; in key paths it stands for the property.
  private subscript(property: Int) -> Int { property }

  /// The key path of a property, which serves all objects.
  static func path(of property: Int) -> Path { \ObservedObject[property] }

  /// Whether nobody has read anything that has not changed since.
  var isUnread: Bool { paths.isEmpty }

  /// The property that was read since it last changed, if it is the only one.
  var onlyRead: Int? { paths.count == 1 ? paths.first?.key : nil }

  /// Notes that a property is read, for who observes just now.
  func access(_ property: Int, _ path: Path) {
    if paths[property] == nil { paths[property] = path }
    registrar.access(self, keyPath: path)
  }

  /// Takes out the key path of a property, or those of all, that are to be told to have changed.
  func takePaths(of property: Int?) -> [Path] {
    guard let property else {
      defer { paths = [:] }
      return Array(paths.values)
    }
    return paths.removeValue(forKey: property).map { [$0] } ?? []
  }

  /// Wakes those who have read a property.
  func wake(_ path: Path) { registrar.withMutation(of: self, keyPath: path) {} }
}
