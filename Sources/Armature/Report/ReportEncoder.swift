import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension ValidationReport {
  /// The report as it is encoded, but the same at each run: without the origins of IDs.
  func json(messages catalog: MessageCatalog) -> String {
    var userInfo: [CodingUserInfoKey: any Sendable] = [:]
    if let key = CodingUserInfoKey.messageCatalog { userInfo[key] = catalog }
    if let key = CodingUserInfoKey.omitsOrigins { userInfo[key] = true }
    return Self.json(self, userInfo: userInfo)
  }

  /// A value as indented JSON with sorted keys and nothing invisible in it.
  static func json(
    _ value: some Encodable, userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    // Without it, a date that is no number would cost the whole report.
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    encoder.userInfo = userInfo
    do {
      return String(decoding: try encoder.encode(value), as: UTF8.self).escapedInvisibleJSON()
    } catch {
      return "{\n  \"error\" : \"\(String(describing: type(of: error)))\"\n}"
    }
  }
}
