import ArmatureTools

/// The files of a new package, for the command `init`.
struct PackageTemplate {
  /// The name of the package and its module.
  let name: String
  /// The name of the package's script.
  let command: String
  /// The checkout of Armature that the package depends on.
  private let checkout: String
  /// The data from which the model is proposed; `nil` for a model of a shop.
  private let examples: ExampleModel?

  /// Creates a template for a folder.
  init(folder: String, checkout: String, examples: ExampleModel? = nil) {
    self.examples = examples
    name = ModuleName.of(folder)
    // Linkers accept only ASCII in program names.
    command = (name.utf8.allSatisfy { $0 < 0x80 } ? name.lowercased() : "data") + "-check"
    self.checkout = checkout
  }

  /// The checkout from which this command was built.
  static var ownCheckout: String {
    // <checkout>/Sources/ArmatureCommands/ToolVerbs/PackageTemplate.swift
    #filePath.parentPath.parentPath.parentPath.parentPath
  }

  /// Returns the shell command to run next.
  func nextStep(in folder: String) -> String {
    let isPlain = folder.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
        || "./_-".utf8.contains(byte)
        || byte >= 0x80
    }
    let quoted = isPlain ? folder : "'\(folder.replacing("'", with: "'\\''"))'"
    let here = folder == "." ? "" : "cd \(quoted) && "
    let files = examples?.packagePaths.map(\.shellWord).joined(separator: " ") ?? "data.json"
    return "\(here)swift test && swift run \(command) \(files)"
  }

  private static func quoted(_ text: String) -> String {
    "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }

  /// The files, with their texts.
  var files: [(path: String, text: String)] {
    let model = examples.map { SwiftSource.moduleText(of: $0.model) } ?? model
    let tests = examples.map { ExamplePackage($0).tests(of: name) } ?? tests
    let sources =
      examples.map { [("Sources/\(name)/Data.swift", ExamplePackage($0).sources)] } ?? []
    return [("Package.swift", manifest), ("Sources/\(name)/Model.swift", model)] + sources
      + [("Sources/\(command)/main.swift", script)]
      + (examples == nil ? [("data.json", data)] : [])
      + [("Tests/\(name)Tests/ModelTests.swift", tests), (".gitignore", ".build/\n")]
  }

  private var manifest: String {
    // Without a name, SwiftPM calls a package at a path by its folder, and leaves out an ending such as .git.
    """
    // swift-tools-version: 6.2
    import PackageDescription

    let armature = Target.Dependency.product(name: "Armature", package: "Armature")
    let testing = Target.Dependency.product(name: "ArmatureTesting", package: "Armature")

    let package = Package(
      name: "\(name)",
      platforms: [.macOS(.v15)],
      dependencies: [.package(name: "Armature", path: \(Self.quoted(checkout)))],
      targets: [
        .target(name: "\(name)", dependencies: [armature]),
        .executableTarget(name: "\(command)", dependencies: ["\(name)", armature]),
        .testTarget(name: "\(name)Tests", dependencies: ["\(name)", armature, testing]),
      ]
    )

    """
  }

  private var model: String {
    """
    import Armature

    /// Products, and the orders that list them.
    public func makeModel() throws -> ManagedObjectModel {
      try ManagedObjectModel("\(name)") {
        Entity("Product") {
          Attribute("sku", String.self).matching("[A-Z]{3}-[0-9]{4}").identifying()
          Attribute("price", Decimal.self).range(0...)
          Relationship("orders", to: "Order", .toMany, inverse: "products")
        }
        .key("products")
        Entity("Order") {
          Attribute("number", Int.self).range(1...).identifying()
          Attribute("placed", Date.self)
          Relationship("products", to: "Product", .toMany, inverse: "orders").required()
        }
        .key("orders")
      }
    }

    """
  }

  private var script: String {
    """
    import Armature
    import Foundation
    import \(name)

    // Checks data files: `swift run \(command) \(examples == nil ? "data.json" : "<file>")`. It ends with 0 for valid data, 1 for mistakes,
    // 64 for wrong usage, 65 for data that cannot be read, 66 for a file that cannot be opened.
    let paths = CommandLine.arguments.dropFirst()
    if paths.isEmpty {
      print("usage: \(command) <file>...")
      exit(64)
    }
    let context = ManagedObjectContext(model: try makeModel())
    do {
      print(try context.load(paths.map { \(examples == nil ? "LoadSource.file" : "source")($0) }))
    } catch let report as ValidationReport {
      print(report)
      exit(report.hasSyntaxErrors ? 65 : 1)
    } catch let error as FileReadError {
      print(error)
      exit(66)
    }

    """
  }

  private var data: String {
    """
    {
      "products": [
        {"sku": "TEA-0001", "price": 4.90},
        {"sku": "CUP-0012", "price": 12}
      ],
      "orders": [
        {"number": 1, "placed": "2026-01-31T09:30:00Z", "products": ["TEA-0001", "CUP-0012"]}
      ]
    }

    """
  }

  private var tests: String {
    """
    import Armature
    import ArmatureTesting
    import \(name)
    import Testing

    @Suite struct ModelTests {
      let model: ManagedObjectModel
      let context: ManagedObjectContext

      init() throws {
        model = try makeModel()
        context = ManagedObjectContext(model: model)
      }

      @Test(arguments: ["", "tea-0001", "TEA-1"])
      func `a sku has three capitals and four digits`(sku: String) throws {
        let product = try ObjectGenerator(model).make("Product", in: context)
        product.sku = sku
        expectFailures(of: product, [.init("Product.sku", .pattern)])
      }

      @Test func `an order has products`() throws {
        let order = try ObjectGenerator(model).make("Order", in: context)
        order.products = [ManagedObject]()
        expectFailures(of: order, [.init("Order.products", .required)])
      }

      @Test(.seed()) func `what is written is read back equal, whatever came before`() {
        checkLaws(model)
      }
    }

    """
  }
}

/// Derives module names from folder names.
enum ModuleName {
  /// Returns a name that the compiler and SwiftPM accept. It consists of letters and digits, and starts with a capital
  /// so that it is not a keyword. If no characters remain, the name is `Shop`.
  static func of(_ folder: String) -> String {
    let scalars = folder.compactMap(scalar).drop { ("0"..."9").contains($0) }
    var name = String(String.UnicodeScalarView(scalars))
    let capital = name.prefix(1).uppercased().unicodeScalars
    if capital.allSatisfy(isAllowed) { name = String(capital) + name.dropFirst() }
    return name.isEmpty || taken.contains(name) || name.hasPrefix("Armature") ? "Shop" : name
  }

  /// Names that a module cannot have. They are the modules that the package imports, and types that are keywords.
  private static let taken: Set = [
    "Any", "Darwin", "Dispatch", "Foundation", "FoundationEssentials", "Glibc", "Musl",
    "Observation", "Self",
    "Swift", "Synchronization", "TestSupport", "Testing", "XCTest",
  ]

  /// Returns the character as a single valid scalar; `nil` if this is impossible.
  private static func scalar(_ character: Character) -> Unicode.Scalar? {
    let scalars = character.unicodeScalars
    if scalars.count == 1 { return scalars.first.flatMap { isAllowed($0) ? $0 : nil } }
    // Folder names can contain decomposed letters, which equal the composed ones.
    return letters.lazy.filter { $0.count < 1000 }.joined().lazy.compactMap(Unicode.Scalar.init)
      .first { Character($0) == character }
  }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    ("0"..."9").contains(scalar) || letters.contains { $0.contains(scalar.value) }
  }

  /// The letters that a module name can contain. SwiftPM replaces letters that C99 (annex D) does not list, even if
  /// Swift accepts them, and then cannot find the module.
  private static let letters: [ClosedRange<UInt32>] = [
    0x41...0x5A, 0x61...0x7A,
    // Latin
    0xC0...0xD6, 0xD8...0xF6, 0xF8...0x1F5, 0x1FA...0x217, 0x1E00...0x1E9B, 0x1EA0...0x1EF9,
    // Greek and Cyrillic
    0x388...0x38A, 0x38C...0x38C, 0x38E...0x3A1, 0x3A3...0x3CE, 0x401...0x40C, 0x40E...0x44F,
    0x451...0x45C,
    0x45E...0x481, 0x490...0x4C4,
    // Armenian, Hebrew, Arabic, Thai, Georgian
    0x531...0x556, 0x561...0x587, 0x5D0...0x5EA, 0x621...0x63A, 0x641...0x64A, 0xE01...0xE2E,
    0x10D0...0x10F6,
    // Kana, Chinese, Korean
    0x3041...0x3093, 0x30A1...0x30F6, 0x4E00...0x9FA5, 0xAC00...0xD7A3,
  ]
}
