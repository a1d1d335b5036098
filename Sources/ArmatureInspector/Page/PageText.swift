/// Embeds JSON in HTML.
enum PageText {
  /// Returns JSON that cannot end the surrounding element. Each `<` is escaped, which is possible because it occurs
  /// only in strings.
  static func inScript(_ json: String) -> String {
    guard json.utf8.contains(UInt8(ascii: "<")) else { return json }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(json.utf8.count + 64)
    for byte in json.utf8 {
      if byte == UInt8(ascii: "<") {
        bytes += #"\u003C"#.utf8
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
