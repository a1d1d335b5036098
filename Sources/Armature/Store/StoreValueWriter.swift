#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif
package import ArmatureModel

/// A type that receives the values of a change one by one, together with the positions of their properties.
///
/// Most values are passed in the form that they have in the memory of the object. It would be slower to pass them as an
/// `AttributeValue`, because each string would be retained and released, and the receiver would have to unwrap it.
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
