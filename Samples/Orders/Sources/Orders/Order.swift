public import Armature

/// An order that keeps its total up to date.
public final class Order: ManagedObject {
  /// The status of an order.
  public enum Status: String, AttributeConvertible, CaseIterable, Sendable {
    case open, packed, sent
  }

  /// The total of the lines, in cents.
  @Property("cents") public var cents: Int
  /// The status of the order; `open` by default.
  @Property("status") public var status: Status
  /// The lines, in order.
  @Property("lines") public var lines: [ManagedObject]

  /// Updates the total, so that the saved total matches the saved lines.
  public override func willSave() {
    let total = lines.reduce(0) { sum, line in
      let pieces: Int = line.pieces ?? 0
      let product: ManagedObject? = line.product
      let cents: Int = product?.cents ?? 0
      // Numbers have not been validated yet and may have any size, so the sum must not trap.
      return sum &+ pieces &* cents
    }
    // A hook that makes a change is called again, so only set the total if it differs.
    if cents != total { cents = total }
  }
}
