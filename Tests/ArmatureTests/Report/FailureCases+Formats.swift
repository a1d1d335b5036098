import Armature

extension FailureCase {
  /// The formats of texts, each with its message.
  static let formats: [FailureCase] = [
    FailureCase(
      #"Book.isbn must be an email address, such as jane@example.com, but is "x y"."#,
      "format", 1680, .rule(.format(.email)), at: ["isbn"], value: "x y"),
    FailureCase(
      #"Book.isbn must be a host name, such as www.example.com, but is "x y"."#,
      "format", 1680, .rule(.format(.hostname)), at: ["isbn"], value: "x y"),
    FailureCase(
      #"Book.isbn must be an IPv4 address, such as 192.0.2.1, but is "x y"."#,
      "format", 1680, .rule(.format(.ipv4)), at: ["isbn"], value: "x y"),
    FailureCase(
      #"Book.isbn must be an IPv6 address, such as 2001:db8::7, but is "x y"."#,
      "format", 1680, .rule(.format(.ipv6)), at: ["isbn"], value: "x y"),
    FailureCase(
      #"Book.isbn must be a URI, such as https://example.com/a, but is "x y"."#,
      "format", 1680, .rule(.format(.uri)), at: ["isbn"], value: "x y"),
    FailureCase(
      #"Book.isbn must be a URI or a relative reference, such as ../a#b, but is "x y"."#,
      "format", 1680, .rule(.format(.uriReference)), at: ["isbn"], value: "x y"),
    FailureCase(
      #"Book.isbn must be a date with a time and a time zone, such as 2026-11-22T09:30:00Z, but is "x y"."#,
      "format", 1680, .rule(.format(.dateTime)), at: ["isbn"], value: "x y"),
    FailureCase(
      #"Book.isbn must be a date, such as 2026-11-22, but is "x y"."#,
      "format", 1680, .rule(.format(.date)), at: ["isbn"], value: "x y"),
    FailureCase(
      #"Book.isbn must be a time with a time zone, such as 09:30:00Z, but is "x y"."#,
      "format", 1680, .rule(.format(.time)), at: ["isbn"], value: "x y"),
    FailureCase(
      #"Book.isbn must be a duration, such as P3DT12H, but is "x y"."#,
      "format", 1680, .rule(.format(.duration)), at: ["isbn"], value: "x y"),
    FailureCase(
      #"Book.isbn must be a UUID, such as 2eb8aa08-aa98-41ea-b4aa-73b441d16380, but is "x y"."#,
      "format", 1680, .rule(.format(.uuid)), at: ["isbn"], value: "x y"),
    FailureCase(
      #"Book.isbn must be a regular expression, such as [a-z]+, but is "(x y"."#,
      "format", 1680, .rule(.format(.regex)), at: ["isbn"], value: "(x y"),
    FailureCase(
      #"Book.isbn must be a JSON Pointer, such as /books/0, but is "x y"."#,
      "format", 1680, .rule(.format(.jsonPointer)), at: ["isbn"], value: "x y"),
    FailureCase(
      #"Book.isbn must be a relative JSON Pointer, such as 1/title, but is "x y"."#,
      "format", 1680, .rule(.format(.relativeJSONPointer)), at: ["isbn"], value: "x y"),
  ]
}
