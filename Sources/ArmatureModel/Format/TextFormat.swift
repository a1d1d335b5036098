/// A standard form of text, such as an email address, which a rule can require.
///
/// ```swift
/// print(TextFormat.email.matches("jane@example.com"))  // true
/// print(TextFormat.duration.matches("P1Y2M"), TextFormat.duration.matches("1 year"))  // true false
/// let attribute = Attribute("mail", String.self).format(.email)
/// ```
/// The formats are those of JSON Schema, and the raw values are their names there. A text satisfies a format if it is
/// written correctly. Whether it exists, such as a mailbox or a host, is not checked. All formats are limited to ASCII,
/// except where a case says otherwise. To store instants, days, UUIDs or URLs, use an attribute of this type instead.
///
/// - Complexity: O(*n*) in the length of the text.
public enum TextFormat: String, Hashable, Sendable, Codable, CaseIterable {
  /// An email address, such as `jane@example.com` (RFC 5321). Quoted names and addresses in brackets are included.
  case email
  /// A host name of labels with at most 63 characters each and 253 in total (RFC 1123).
  ///
  /// Labels of international names start with `xn--`. They are not decoded.
  case hostname
  /// An IPv4 address of four decimal numbers, such as `192.0.2.1`.
  case ipv4
  /// An IPv6 address without brackets and zone, such as `2001:db8::7` (RFC 4291).
  case ipv6
  /// A URI, which starts with a scheme, such as `https://example.com/a?b#c` (RFC 3986).
  case uri
  /// A URI or a relative reference, such as `../a#b`. It may be empty.
  case uriReference = "uri-reference"
  /// A day, time and time zone, such as `2026-11-22T09:30:00.25+01:00` (RFC 3339).
  case dateTime = "date-time"
  /// A day, such as `2026-11-22` (RFC 3339).
  case date
  /// A time of day with its time zone, such as `09:30:00Z` (RFC 3339).
  case time
  /// A duration, such as `P3DT12H` or `P2W`, without fractions (appendix A of RFC 3339).
  case duration
  /// A UUID of 36 characters, in either case.
  case uuid
  /// A regular expression of ECMAScript. It may contain any characters.
  ///
  /// Some of these expressions are not supported by ``TextPattern``, such as those with lookahead.
  case regex
  /// A JSON Pointer, such as `/books/0/title` (RFC 6901). It may be empty, and may contain any characters.
  case jsonPointer = "json-pointer"
  /// A JSON Pointer that starts at the current value, such as `1/title`. It may contain any characters.
  case relativeJSONPointer = "relative-json-pointer"

  /// Returns whether a text has the format.
  public func matches(_ text: String) -> Bool {
    var scanner = FormatScanner(text)
    switch self {
    case .email: return scanner.takeEmail()
    case .hostname: return scanner.isHost
    case .ipv4: return scanner.isIPv4
    case .ipv6: return scanner.isIPv6
    case .uri: return scanner.isURI(needsScheme: true)
    case .uriReference: return scanner.isURI(needsScheme: false)
    case .dateTime: return scanner.takeDay() && scanner.take("T", "t") && scanner.takeTime()
    case .date: return scanner.takeDay() && scanner.isAtEnd
    case .time: return scanner.takeTime()
    case .duration: return scanner.takeDuration()
    case .uuid:
      var text = text
      return text.withUTF8 { UUIDText.parse($0) } != nil
    case .regex: return ExpressionSyntax.isValid(text)
    case .jsonPointer: return scanner.takeJSONPointer()
    case .relativeJSONPointer: return scanner.takeRelativeJSONPointer()
    }
  }
}

extension TextFormat {
  /// The format as a noun phrase: `an email address`.
  package var phrase: String {
    switch self {
    case .email: "an email address"
    case .hostname: "a host name"
    case .ipv4: "an IPv4 address"
    case .ipv6: "an IPv6 address"
    case .uri: "a URI"
    case .uriReference: "a URI or a relative reference"
    case .dateTime: "a date with a time and a time zone"
    case .date: "a date"
    case .time: "a time with a time zone"
    case .duration: "a duration"
    case .uuid: "a UUID"
    case .regex: "a regular expression"
    case .jsonPointer: "a JSON Pointer"
    case .relativeJSONPointer: "a relative JSON Pointer"
    }
  }

  /// A text of the format, for messages.
  package var example: String {
    switch self {
    case .email: "jane@example.com"
    case .hostname: "www.example.com"
    case .ipv4: "192.0.2.1"
    case .ipv6: "2001:db8::7"
    case .uri: "https://example.com/a"
    case .uriReference: "../a#b"
    case .dateTime: "2026-11-22T09:30:00Z"
    case .date: "2026-11-22"
    case .time: "09:30:00Z"
    case .duration: "P3DT12H"
    case .uuid: "2eb8aa08-aa98-41ea-b4aa-73b441d16380"
    case .regex: "[a-z]+"
    case .jsonPointer: "/books/0"
    case .relativeJSONPointer: "1/title"
    }
  }
}
