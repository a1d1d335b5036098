#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A binary property list built by hand, so that a part can contain itself.
public struct BinaryPropertyList {
  /// An object of the list, which refers to others by position.
  public enum Part {
    case text(String)
    case number(UInt8)
    case truth(Bool)
    case list([UInt8])
    /// The positions of the keys and of their values.
    case members([UInt8], [UInt8])
  }

  /// Returns the bytes of a list whose root is the first part.
  ///
  /// - Parameter parts: At most 14 in one list, and at most 255 bytes in one text.
  public static func data(_ parts: Part...) -> Data { data(parts) }

  /// Returns the bytes of a list whose root is the first part.
  public static func data(_ parts: [Part]) -> Data {
    var bytes = Data("bplist00".utf8)
    // Two bytes each.
    var offsets: [UInt8] = []
    for part in parts {
      offsets += twoBytes(bytes.count)
      switch part {
      case .text(let text):
        let count = UInt8(text.utf8.count)
        bytes += (count < 15 ? [0x50 | count] : [0x5F, 0x10, count]) + Array(text.utf8)
      case .number(let number): bytes += [0x10, number]
      case .truth(let holds): bytes.append(holds ? 9 : 8)
      case .list(let elements): bytes += [0xA0 | UInt8(elements.count)] + elements
      case .members(let keys, let values): bytes += [0xD0 | UInt8(keys.count)] + keys + values
      }
    }
    let table = twoBytes(bytes.count)
    bytes += offsets
    // Six unused bytes, the sizes of offsets and positions, and three numbers.
    bytes += [0, 0, 0, 0, 0, 0, 2, 1]
    for number in [twoBytes(parts.count), [0, 0], table] { bytes += [0, 0, 0, 0, 0, 0] + number }
    return bytes
  }

  private static func twoBytes(_ number: Int) -> [UInt8] {
    [UInt8(number >> 8), UInt8(number & 255)]
  }
}
