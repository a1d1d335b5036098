#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif
package import ArmatureModel

/// A receiver for the values of a change one by one, by the positions of their properties.
///
/// Most kinds are passed as they are stored in the memory of the object: wrapping each in an `AttributeValue` would
/// count references of texts, and would have to be undone again.
package protocol StoreValueWriter: AnyObject {
  func write(_ number: Int64, at property: Int) throws
  func write(_ number: Double, at property: Int) throws
  func write(_ holds: Bool, at property: Int) throws
  func write(_ date: Date, at property: Int) throws
  /// Receives a text by its bytes, which are valid until the function returns.
  func write(utf8 bytes: UnsafeBufferPointer<UInt8>, at property: Int) throws
  /// Receives a value of any kind, including the ones above.
  func write(_ value: AttributeValue, at property: Int) throws
}
