/// The files of a new package, for the command `init`.
struct PackageTemplate {
  /// The name of the package and its module.
  let name: String
  /// The name of the package's script.
  let command: String
  /// The checkout of Armature that the package depends on.
  private let checkout: String

  /// Creates a template for a folder.
  init(folder: String, checkout: String) {
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
    return "\(here)swift test && swift run \(command) data.json"
  }

  private static func quoted(_ text: String) -> String {
    "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }

  /// The files, with their texts.
  var files: [(path: String, text: String)] {
    [
      ("Package.swift", manifest), ("Sources/\(name)/Model.swift", model),
      ("Sources/\(command)/main.swift", script), ("data.json", data),
      ("Tests/\(name)Tests/ModelTests.swift", tests), (".gitignore", ".build/\n"),
    ]
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

    // Checks data files: `swift run \(command) data.json`. It ends with 0 for valid data, 1 for mistakes,
    // 64 for wrong usage, 65 for data that cannot be read, 66 for a file that cannot be opened.
    let paths = CommandLine.arguments.dropFirst()
    if paths.isEmpty {
      print("usage: \(command) <file>...")
      exit(64)
    }
    let context = ManagedObjectContext(model: try makeModel())
    do {
      print(try context.load(paths.map { LoadSource.file($0) }))
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
