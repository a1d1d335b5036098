import Armature

extension TypeMaker {
  /// Creates texts of a standard form.
  init(textsOf format: TextFormat) {
    self.init { .string(format.sample(&$0)) }
    kept = .format
    notable = format.notable.map { .string($0) }
  }
}

extension ValidationRule {
  /// The format that the rule requires; `nil` for other rules.
  var format: TextFormat? {
    if case .format(let format) = requirement { format } else { nil }
  }
}

extension TextFormat {
  /// Texts of the format that are rare.
  fileprivate var notable: [String] {
    switch self {
    case .email: ["a@b", #""joe@\\"x"@example.com"#, "a+b@[192.0.2.1]", "a@[IPv6:::1]"]
    case .hostname: ["a", "1.2", "a--b.xn--zca", String(repeating: "a", count: 63)]
    case .ipv4: ["0.0.0.0", "255.255.255.255"]
    case .ipv6: ["::", "::1", "1::", "::ffff:192.0.2.1", "1:2:3:4:5:6:7:8"]
    case .uri: ["a:", "urn:isbn:978", "mailto:a@b", "http://[::1]:80/?a#b", "file:///"]
    case .uriReference: ["", "#", "?a", "//a", "./a:b", "..", "%20"]
    case .dateTime: ["2016-12-31T23:59:60Z", "0001-01-01t00:00:00z", "2024-02-29T12:00:00.5-23:59"]
    case .date: ["0000-01-01", "9999-12-31", "2024-02-29"]
    case .time: ["23:59:60Z", "00:00:00.000000001+23:59"]
    case .duration: ["P0D", "PT0S", "P1W", "P1Y2M3DT4H5M6S"]
    case .uuid: ["00000000-0000-0000-0000-000000000000"]
    case .regex: ["", "[]", "a{2,}?", "(?<a>b)\\k<a>", "\\p{L}"]
    case .jsonPointer: ["", "/", "/~0~1", "/é", "//"]
    case .relativeJSONPointer: ["0", "0#", "10/a"]
    }
  }

  /// Returns a text of the format.
  fileprivate func sample(_ random: inout SplitMix64) -> String {
    switch self {
    case .email: "\(random.word()).\(random.word())@\(random.host())"
    case .hostname: random.host()
    case .ipv4: random.list(4, ".") { "\($0.below(256))" }
    case .ipv6: random.list(8, ":") { String($0.below(65_536), radix: 16) }
    case .uri: random.url().absoluteString
    case .uriReference: random.oneIn(2) ? random.url().absoluteString : "/" + random.path()
    case .dateTime: random.day() + "T" + random.time()
    case .date: random.day()
    case .time: random.time()
    case .duration: random.duration()
    case .uuid: random.uuid().uuidString
    case .regex: "^[a-\(random.letter())]{\(random.below(9)),}\\.(\(random.word())|\\d+)?$"
    case .jsonPointer: "/" + random.path()
    case .relativeJSONPointer: "\(random.below(4))/\(random.path())"
    }
  }
}

extension SplitMix64 {
  fileprivate mutating func letter() -> Character {
    Character(Unicode.Scalar(UInt8(0x61 + below(26))))
  }

  fileprivate mutating func word() -> String {
    String((0..<(2 + below(7))).map { _ in letter() })
  }

  fileprivate mutating func list(
    _ count: Int, _ separator: String, _ part: (inout SplitMix64) -> String
  ) -> String {
    (0..<count).map { _ in part(&self) }.joined(separator: separator)
  }

  fileprivate mutating func host() -> String {
    list(1 + below(2), ".") { $0.word() } + [".com", ".org", ".example"][below(3)]
  }

  fileprivate mutating func path() -> String { list(1 + below(3), "/") { $0.word() } }

  /// Returns a number of two digits.
  private mutating func two(_ range: Range<Int>) -> String {
    let number = range.lowerBound + below(range.count)
    return number < 10 ? "0\(number)" : "\(number)"
  }

  fileprivate mutating func day() -> String {
    "\(1900 + below(200))-\(two(1..<13))-\(two(1..<29))"
  }

  fileprivate mutating func time() -> String {
    let zone = oneIn(2) ? "Z" : "\(oneIn(2) ? "+" : "-")\(two(0..<15)):\(oneIn(2) ? "00" : "30")"
    return list(3, ":") { $0.two(0..<24) } + (oneIn(4) ? ".\(below(1000))" : "") + zone
  }

  fileprivate mutating func duration() -> String {
    switch below(4) {
    case 0: "P\(below(60))D"
    case 1: "PT\(below(24))H\(below(60))M"
    case 2: "P\(below(10))Y\(below(12))M"
    default: "P\(below(30))DT\(below(24))H"
    }
  }
}
