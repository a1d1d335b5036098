import Armature

extension Verb {
  static let initialize = Verb(
    name: "init", summary: "makes a package with a model, data, a script and tests",
    operands: [
      Operand(
        name: "folder", help: "a new or empty folder; this one unless given", arity: .optional,
        values: .folder)
    ],
    options: [
      Option("package", .folder("folder"), "the checkout of Armature that the package depends on"),
      .dryRun,
    ],
    examples: [
      Example("armature init Shop", "makes a package in the folder Shop."),
      Example("cd Shop && swift test", "runs the tests it comes with."),
    ]
  ) { call in
    let folder = call.operands.first ?? "."
    let checkout = call["package"] ?? Template.checkout
    guard FileStatus(checkout.appendingPath("Package.swift")) != nil,
      let path = checkout.resolvedPath
    else {
      throw CommandError(
        .unavailable,
        "The package must depend on a checkout of Armature, but there is none in "
          + "\(checkout.displayEscaped()). Say with --package where it is.")
    }
    let folderName = (folder.resolvedPath ?? folder).lastPathPart
    // Packages are called like their folders, and none can depend on itself.
    if folderName.lowercased() == path.lastPathPart.lowercased() {
      throw CommandError(
        .usage,
        "\(folder.displayEscaped()) must be called other than the checkout of Armature that the package "
          + "depends on, \(path.displayEscaped()), but is called the same. Choose another name.")
    }
    if let status = FileStatus(folder), status.kind != .folder {
      throw CommandError(.usage, "\(folder.displayEscaped()) must be a folder, but is none.")
    }
    if !call.has("dry-run") { try Files.makeFolder(folder) }
    if FileStatus(folder) != nil,
      let name = try Files.names(in: folder).first(where: { !$0.hasPrefix(".") })
    {
      throw CommandError(
        .usage, "\(folder.displayEscaped()) must be empty, but has \(name.displayEscaped()).")
    }
    let name = Template.moduleName(for: folderName)
    for (file, text) in Template.files(name, checkout: path) {
      let place = folder.appendingPath(file)
      if !call.has("dry-run") {
        try Files.makeFolder(place.parentPath)
        try Files.write(text, to: place)
      }
      call.session.result.line(place)
    }
    return .success
  }
}

/// The files of a new package.
private enum Template {
  /// The checkout that this command was built from.
  static var checkout: String {
    // <checkout>/Sources/ArmatureCommands/Verbs/InitVerb.swift
    #filePath.parentPath.parentPath.parentPath.parentPath
  }

  /// A name for the module that the compiler takes: letters and digits, a capital first, so that it is
  /// no keyword; `Shop` where nothing else is left.
  static func moduleName(for folder: String) -> String {
    let letters = folder.unicodeScalars.filter { scalar in
      scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
    }
    let rest = String(String.UnicodeScalarView(letters.drop { ("0"..."9").contains($0) }))
    let name = rest.prefix(1).uppercased() + rest.dropFirst()
    // A module that is called like one of those it imports cannot be built, nor one like a type of the
    // language that is a keyword.
    let taken: Set = [
      "Any", "Darwin", "Dispatch", "Foundation", "FoundationEssentials", "Glibc", "Musl",
      "Observation",
      "Self", "Swift", "Synchronization", "TestSupport", "Testing", "XCTest",
    ]
    return name.isEmpty || taken.contains(name) || name.hasPrefix("Armature") ? "Shop" : name
  }

  static func files(_ name: String, checkout: String) -> [(path: String, text: String)] {
    let command = name.lowercased() + "-check"
    let package = checkout.lastPathPart
    func quoted(_ text: String) -> String {
      "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    }
    return [
      (
        "Package.swift",
        """
        // swift-tools-version: 6.2
        import PackageDescription

        let armature = Target.Dependency.product(name: "Armature", package: \(quoted(package)))
        let testing = Target.Dependency.product(name: "ArmatureTesting", package: \(quoted(package)))

        let package = Package(
          name: "\(name)",
          platforms: [.macOS(.v15)],
          dependencies: [.package(path: \(quoted(checkout)))],
          targets: [
            .target(name: "\(name)", dependencies: [armature]),
            .executableTarget(name: "\(command)", dependencies: ["\(name)", armature]),
            .testTarget(name: "\(name)Tests", dependencies: ["\(name)", armature, testing]),
          ]
        )

        """
      ),
      (
        "Sources/\(name)/Model.swift",
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
      ),
      (
        "Sources/\(command)/main.swift",
        """
        import Armature
        import \(name)

        // Checks data files: `swift run \(command) data.json`.
        let context = ManagedObjectContext(model: try makeModel())
        do {
          print(try context.load(CommandLine.arguments.dropFirst().map { LoadSource.file($0) }))
        } catch let report as ValidationReport {
          print(report)
        }

        """
      ),
      (
        "data.json",
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
      ),
      (
        "Tests/\(name)Tests/ModelTests.swift",
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
      ),
      (".gitignore", ".build/\n"),
    ]
  }
}
