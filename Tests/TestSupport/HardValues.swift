public import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Values for which comparisons often fail.
public enum HardValues {
  /// Integers near the limits of other types.
  public static let integers: [AttributeValue] = [
    0, 1, -1, 3, -3, 1 << 53, 1 << 53 + 1, 1 << 53 - 1, 1 << 60, 1 << 60 + 1, 1 << 60 - 1,
    1_152_921_504_606_847_000, .max, .max - 1, .min, .min + 1, -(1 << 60) - 1,
  ].map { .int($0) }

  /// Floating-point numbers beyond integers and decimals, and ones that print like others.
  public static let doubles: [AttributeValue] = [
    0, -0.0, 0.1, -0.1, 0.5, 1, 3, -3, 1e-200, -1e-200, .leastNonzeroMagnitude, 1e-128, 1e-129,
    2.5e-121,
    1.234_567_890_123_456_7e-120, 0x1p53, 0x1p53 + 2, 0x1p60, -0x1p60, 0x1p62, 0x1p63, -0x1p63,
    0x1p64, 1e18, 1e19, 1e22, 1e23, 1e40, 1e125, 1e126, 1e165, 1e166, 1e300, -1e300,
    .greatestFiniteMagnitude, .infinity, -.infinity, .nan, 0.3, 0.1 + 0.2, 123_456_789.123_456_79,
  ].map { .double($0) }

  /// Decimals of all sizes, and ones close to numbers of other types.
  public static let decimals: [AttributeValue] =
    [
      "0", "0.1", "-0.1", "0.5", "1", "3", "-3", "1e-128", "-1e-128", "2.5e-121", "0.3",
      "0.30000000000000004", "0.3000000000000000444089209850062616",
      "0.1000000000000000055511151231257827", "9007199254740992", "9007199254740993",
      "1152921504606846976", "1152921504606846977", "1152921504606847000", "9223372036854775807",
      "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
      "18446744073709551616", "1e22", "1e23", "99999999999999991611392", "1e40", "1e125", "1e127",
      "99999999999999999999999999999999999999", "-99999999999999999999999999999999999999e127",
      "1.2345678901234567890123456789012345678e-90", "123456789.12345679",
    ].compactMap { Decimal(string: $0) }.map { .decimal($0) } + [.decimal(.nan)]

  /// Numbers of all types.
  public static let numbers = integers + doubles + decimals

  /// Texts that differ in case, in diacritics, in both, or in composition.
  public static let texts = [
    "", "a", "A", "é", "e\u{301}", "É", "E\u{301}", "e", "i", "I", "İ", "ı", "i\u{307}", "σ", "ς",
    "Σ", "ΟΔΟΣ", "οδος", "οδοσ", "k", "\u{212A}", "s", "ſ", "ß", "ẞ", "ss", "å", "Å", "\u{212B}",
    "ά", "\u{1F71}", "µ", "μ", "ǆ", "ǅ", "Ǆ", "ꭰ", "Ꭰ", "ᾳ", "ᾼ", "👨‍👩‍👧", "a\u{0}", "a*", "a?",
    "50%", "ﬁ", "ϐ", "β", "ü", "u\u{308}", "Ü", "\u{345}", "ι",
  ]
}
