/// The version of the package, by the rules of semantic versioning.
package enum LibraryVersion {
  /// The version of this code.
  package static let current = "0.1.0"
}
