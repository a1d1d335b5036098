import ArmatureModel
import Foundation
import Testing

@Suite struct TextFormatTests {
  @Test(
    arguments: [
      (.email, ["a@b.c", "a.b+c@b", #""a b"@b"#, #""a\"@"@b"#, "a@[127.0.0.1]", "a@[IPv6:::1]"]),
      (.hostname, ["a", "1.b", "a-b.c", String(repeating: "a", count: 63) + ".de", "xn--zca"]),
      (.ipv4, ["0.0.0.0", "255.249.10.1"]),
      (.ipv6, ["::", "::1", "1::", "1:2:3:4:5:6:7:8", "a::F:1.2.3.4", "1:2:3:4:5:6:7::"]),
      (
        .uri,
        ["a:", "http://a:80/b?c#d", "http://u:p@[::1]/", "urn:a:b", "http://[v1.a:b]", "a:%20"]
      ),
      (.uriReference, ["", "#", "a/b", "?a", "//a", "./a:b", "http://a"]),
      (.dateTime, ["2026-11-22T09:30:00Z", "2024-02-29t00:00:00.5+01:00", "2016-12-31T23:59:60z"]),
      (.date, ["2026-11-22", "2024-02-29", "0000-01-01"]),
      (.time, ["09:30:00Z", "23:59:59.999-00:00", "01:29:60+01:30", "00:29:60-23:30"]),
      (.duration, ["P1Y2M3DT4H5M6S", "PT1M", "P2W", "P0D", "P1DT1S"]),
      (.uuid, ["2eb8aa08-aa98-11ea-b4aa-73b441d16380", "2EB8AA08-AA98-11EA-B4AA-73B441D16380"]),
      (
        .regex,
        [
          "", "^a|b$", "[]", "[^]]", "[a-]", "[\\w-a]", "a{2,3}?", "a{", "(?<a>b)\\k<a>", "(?<=a)b",
          "(?!a)*", "\\p{L}\\u{1F600}\\u00e9\\x41\\cA\\/", "é",
        ]
      ),
      (.jsonPointer, ["", "/", "/a~0b~1c", "/é"]),
      (.relativeJSONPointer, ["0", "10#", "0/", "1/a~0"]),
    ] as [(TextFormat, [String])])
  func `texts of a format match`(format: TextFormat, texts: [String]) {
    for text in texts { #expect(format.matches(text), "\(text)") }
    #expect(format.matches(format.example))
  }

  @Test(
    arguments: [
      (
        .email,
        [
          "", "a", "@b", "a@", ".a@b", "a.@b", "a..b@c", "a b@c", "a@b@c", "a@b_c", "é@b", #""a@b"#,
          #""a"b@c"#, "a@[1.2.3]", "a@[IPv6:1]", "a@[::1]", "a@b]",
        ]
      ),
      (
        .hostname,
        [
          "", ".", "a.", ".a", "-a", "a-", "a_b", "é", String(repeating: "a", count: 64),
          String(repeating: "a.", count: 127) + "a",
        ]
      ),
      (
        .ipv4, ["", "1.2.3", "1.2.3.4.5", "256.1.1.1", "01.2.3.4", "1.2.3.", "1.2.3.a", "1.2.3.4 "]
      ),
      (
        .ipv6,
        [
          "", ":", ":::", "1", "1:2", "1::2::3", ":1:2:3:4:5:6:7", "1:2:3:4:5:6:7:", "12345::",
          "1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7:8::", "::1.2.3.4:5", "::1.2.3", "[::1]", "::1%a",
        ]
      ),
      (
        .uri,
        [
          "", "a", "/a", "//a", "1a:b", "a_b:c", "http://a b", "http://a:b", "http://[::1", "a:%2",
          "a:\\", "http://[::1]a", "http://u@v@w", "a:#b#c", "http://[v.a]", "a:é", "http:/[::1]",
        ]
      ),
      (.uriReference, ["\\a", "1:b", "a b", "%zz", "//a:b/c", "/[a]"]),
      (
        .dateTime,
        [
          "", "2026-11-22", "2026-11-22T09:30:00", "2026-11-22 09:30:00Z", "2026-02-29T09:30:00Z",
          "2026-11-22T09:30:60Z", "+002026-11-22T09:30:00Z",
        ]
      ),
      (
        .date,
        ["", "2026-1-01", "2026-13-01", "2026-02-29", "20260101", "2026-01-01Z", "02026-01-01"]
      ),
      (
        .time,
        [
          "", "09:30Z", "09:30:00", "24:00:00Z", "09:60:00Z", "09:30:61Z", "09:30:00.Z", "9:30:00Z",
          "09:30:00+24:00", "09:30:00+1:00", "23:59:60+01:00", "09:30:00ZZ",
        ]
      ),
      (
        .duration,
        [
          "", "P", "PT", "1D", "P1", "P1YT", "P1S", "PT1D", "P1D1Y", "P1Y1D", "PT1H1S", "P1W1D",
          "P1.5D",
          "P-1D", "P1D ", "P1D1D",
        ]
      ),
      (.uuid, ["", "2eb8aa08aa9811eab4aa73b441d16380", "2eb8aa08-aa98-11ea-b4aa-73b441d1638g"]),
      (
        .regex,
        [
          "(", ")", "[", "a)", "*", "a**", "^*", "\\", "\\a", "\\xg1", "\\u12", "\\u{110000}",
          "\\p", "\\c1",
          "\\k<a>", "(?a)", "(?P<a>b)", "(?<1>b)", "(?<a>b)(?<a>c)", "[b-a]", "a{3,2}", "a{10,9}",
          "{2}",
          "[\\",
        ]
      ),
      (.jsonPointer, ["a", "/~", "/~2", "#/a"]),
      (.relativeJSONPointer, ["", "/a", "01", "-1", "0##", "0#/a", "1a", "0/~"]),
    ] as [(TextFormat, [String])])
  func `other texts do not match`(format: TextFormat, texts: [String]) {
    for text in texts { #expect(!format.matches(text), "\(text)") }
    if format != .regex, format != .jsonPointer, format != .relativeJSONPointer {
      #expect(!format.matches(format.example + "\u{0}") && !format.matches(format.example + "é"))
    }
  }

  @Test(arguments: TextFormat.allCases)
  func `long texts take little time`(format: TextFormat) {
    for text in ["(", "[", "a", "1", ":", ".", "\\", "1Y", "a.", "/~0", "a@", "\"", "a{1"] {
      _ = format.matches(String(repeating: text, count: 100_000))
    }
  }

  @Test func `a rule with a format is encoded by its name`() throws {
    let model = try ManagedObjectModel("M") {
      Entity("E") {
        Attribute("mail", String.self).format(.email)
        Attribute("link", URL.self).format(.uri, severity: .warning, message: "Complete it.")
      }
    }
    let data = try JSONEncoder().encode(model)
    #expect(String(decoding: data, as: UTF8.self).contains(#"{"format":"email"}"#))
    let decoded = try JSONDecoder().decode(ManagedObjectModel.self, from: data)
    #expect(decoded == model)
    #expect(decoded.fingerprint == model.fingerprint)
    #expect(
      decoded["E"]?.attributes.map(\.description).first
        == "mail: String, the form of an email address")
  }

  @Test func `a format of other values than texts is an issue`() {
    let error = #expect(throws: ModelError.self) {
      try ManagedObjectModel(
        "M",
        entities: [
          EntityDescription(
            "E",
            properties: [
              .attribute(AttributeDescription("a", .int64, rules: [.format(.date)])),
              .attribute(AttributeDescription("b", .url, rules: [.format(.email)])),
              .attribute(
                AttributeDescription(
                  "c", .string, default: .constant("x"), rules: [.format(.email)])),
            ])
        ])
    }
    #expect(
      error?.issues.map(\.message) == [
        "E.a must be text to have a format rule, but is a whole number. Remove the rule.",
        "E.b must be text to have a format rule, but is a URL. Remove the rule.",
        "E.c must have a default that satisfies its own rule, the form of an email address, but has \"x\".",
      ])
  }
}
