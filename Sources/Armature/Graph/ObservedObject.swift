import Observation

/// The observation registrar of one object, with a key path for each property that was read.
///
/// The registrar is separate from the object, so that only observed objects need memory for it. Its key paths contain
/// the positions of properties instead of their names. They are cheaper to create this way, and each is created only
/// once.
final class ObservedObject: Observable {
  typealias Path = KeyPath<ObservedObject, Int>

  let handle: Handle
  private let registrar = ObservationRegistrar()
  /// The key paths of the properties read since they last changed, by position.
  private var paths: [Int: Path] = [:]

  init(_ handle: Handle) { self.handle = handle }

  /// A property by its position, for use in key paths.
  private subscript(property: Int) -> Int { property }

  /// Returns the key path of a property, which is shared by all objects.
  static func path(of property: Int) -> Path { \ObservedObject[property] }

  /// Whether no read property is waiting for a change.
  var isUnread: Bool { paths.isEmpty }

  /// The only property that was read since it last changed; `nil` if several properties were read.
  var onlyRead: Int? { paths.count == 1 ? paths.first?.key : nil }

  /// Records the read of a property for the current observation.
  func access(_ property: Int, _ path: Path) {
    if paths[property] == nil { paths[property] = path }
    registrar.access(self, keyPath: path)
  }

  /// Removes and returns the key path of a changed property, or of all properties.
  func takePaths(of property: Int?) -> [Path] {
    guard let property else {
      defer { paths = [:] }
      return Array(paths.values)
    }
    return paths.removeValue(forKey: property).map { [$0] } ?? []
  }

  /// Notifies the observers of a property.
  func wake(_ path: Path) { registrar.withMutation(of: self, keyPath: path) {} }
}
