#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
package enum DateText {
  static func text(_ date: Date) -> String { date.description }
}
