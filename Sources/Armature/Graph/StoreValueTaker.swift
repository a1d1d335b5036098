#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif
package import ArmatureModel

/// Takes the values of a change one by one, by the positions of their properties.
///
/// Most kinds come as they lie in the memory of the object: an `AttributeValue` around each would count the
/// references of texts, and be taken apart again.
package protocol StoreValueTaker: AnyObject {
  func take(_ number: Int64, at property: Int) throws
  func take(_ number: Double, at property: Int) throws
  func take(_ holds: Bool, at property: Int) throws
  func take(_ date: Date, at property: Int) throws
  /// Takes a text by its bytes, which are there until the function returns.
  func take(utf8 bytes: UnsafeBufferPointer<UInt8>, at property: Int) throws
  /// Takes a value of any kind, also of those above.
  func take(_ value: AttributeValue, at property: Int) throws
}
