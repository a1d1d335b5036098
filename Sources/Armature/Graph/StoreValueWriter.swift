#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif
package import ArmatureModel

/// A receiver of the values of a change. It gets the values one by one, with the positions of their properties.
///
/// Most values are passed in the form in which they are stored in the memory of the object. Wrapping them in
/// `AttributeValue` would count references of texts, and the receiver would have to unwrap them again.
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
