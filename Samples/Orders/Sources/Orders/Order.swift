public import Armature

/// An order, which keeps its total up to date.
public final class Order: ManagedObject {
  /// How far an order is.
  public enum Status: String, AttributeConvertible, CaseIterable, Sendable {
    case open, packed, sent
  }

  /// The total of the lines, in cents.
  @Property("cents") public var cents: Int
  /// How far the order is; `open` at first.
  @Property("status") public var status: Status
  /// The lines, in their order.
  @Property("lines") public var lines: [ManagedObject]

  /// Sums up the lines: the total that is saved is that of the lines that are saved.
  public override func willSave() {
    let total = lines.reduce(0) { sum, line in
      let pieces: Int = line.pieces ?? 0
      let product: ManagedObject? = line.product
      let cents: Int = product?.cents ?? 0
      // Nothing is validated yet: numbers may be of any size, and must not end the program.
      return sum &+ pieces &* cents
    }
    // A hook is called again after a change, so that what is right already must not be set.
    if cents != total { cents = total }
  }
}
