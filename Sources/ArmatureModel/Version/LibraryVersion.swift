/// The version of the package, according to semantic versioning.
package enum LibraryVersion {
  /// The current version.
  package static let current = "0.1.0"
}
