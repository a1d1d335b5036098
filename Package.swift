// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "Armature",
  // The source also supports these systems, but no machine has built it there yet. Most watches have 32-bit words, and
  // the library needs 64-bit words.
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .visionOS(.v2)],
  products: [
    .library(name: "Armature", targets: ["Armature"]),
    .library(name: "ArmatureModel", targets: ["ArmatureModel"]),
    .library(name: "ArmatureLocale", targets: ["ArmatureLocale"]),
    .library(name: "ArmatureSQLite", targets: ["ArmatureSQLite"]),
    .library(name: "ArmaturePostgreSQL", targets: ["ArmaturePostgreSQL"]),
    .library(name: "ArmatureTools", targets: ["ArmatureTools"]),
    .library(name: "ArmatureDocuments", targets: ["ArmatureDocuments"]),
    .library(name: "ArmatureImport", targets: ["ArmatureImport"]),
    .library(name: "ArmatureInspector", targets: ["ArmatureInspector"]),
    .executable(name: "armature", targets: ["ArmatureCLI"]),
    .library(name: "ArmatureTesting", targets: ["ArmatureTesting", "ArmatureGenerator"]),
  ],
  targets: [
    // Models: values only, without objects or I/O.
    .target(name: "ArmatureModel", swiftSettings: settings),
    .testTarget(
      name: "ArmatureModelTests", dependencies: ["ArmatureModel", "TestSupport"],
      swiftSettings: settings),

    // The runtime: objects, contexts, validation, loading.
    .target(name: "Armature", dependencies: ["ArmatureModel"], swiftSettings: settings),

    // SQL generated from models, requests and transactions, for any database with a dialect.
    .target(
      name: "ArmatureSQL", dependencies: ["Armature", "ArmatureModel"], swiftSettings: settings),
    .testTarget(
      name: "ArmatureSQLTests",
      dependencies: [
        "ArmatureSQL", "ArmatureSQLite", "ArmaturePostgreSQL", "ArmatureTesting", "TestSupport",
      ],
      exclude: ["Pins"], swiftSettings: settings),

    // Stores in SQLite files. The SQLite library is loaded when a store is opened.
    .target(
      name: "ArmatureSQLite", dependencies: ["ArmatureSQL", "Armature", "ArmatureModel"],
      swiftSettings: settings),
    .testTarget(
      name: "ArmatureSQLiteTests",
      dependencies: [
        "ArmatureSQLite", "ArmaturePostgreSQL", "ArmatureSQL", "ArmatureTesting", "TestSupport",
      ],
      exclude: ["Formats"], swiftSettings: settings),

    // Stores in PostgreSQL databases. The client library is loaded when a store is opened.
    .target(
      name: "ArmaturePostgreSQL", dependencies: ["ArmatureSQL", "Armature", "ArmatureModel"],
      swiftSettings: settings),
    .testTarget(
      name: "ArmaturePostgreSQLTests",
      dependencies: ["ArmaturePostgreSQL", "ArmatureSQL", "ArmatureTesting", "TestSupport"],
      swiftSettings: settings),

    // Locale-aware sorting; links all of Foundation with its locale data.
    .target(name: "ArmatureLocale", swiftSettings: settings),
    .testTarget(
      name: "ArmatureLocaleTests", dependencies: ["ArmatureLocale", "Armature"],
      swiftSettings: settings),

    // Documents made from models: diagrams, JSON Schema, data dictionaries, Swift source.
    .target(name: "ArmatureDocuments", dependencies: ["ArmatureModel"], swiftSettings: settings),
    .testTarget(
      name: "ArmatureDocumentsTests",
      dependencies: [
        "ArmatureDocuments", "ArmatureImport", "Armature", "ArmatureModel", "ArmatureGenerator",
        "TestSupport", "validate-library",
      ],
      swiftSettings: settings),

    // Models and data from other systems: Xcode, Core Data, JSON Schema and SQLite files.
    .target(
      name: "ArmatureImport",
      dependencies: [
        "ArmatureDocuments", "ArmatureSQLite", "ArmatureSQL", "Armature", "ArmatureModel",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "ArmatureImportTests",
      dependencies: [
        "ArmatureImport", "ArmatureDocuments", "ArmatureSQLite", "Armature", "ArmatureModel",
        "ArmatureGenerator", "TestSupport",
      ],
      exclude: ["Documents"], swiftSettings: settings),

    // A page for browsers that shows a model and objects. `.ci/page` embeds its scripts and style sheets.
    .target(
      name: "ArmatureInspector", dependencies: ["ArmatureDocuments", "Armature", "ArmatureModel"],
      exclude: ["Script", "Style"], swiftSettings: settings),
    .testTarget(
      name: "ArmatureInspectorTests",
      dependencies: [
        "ArmatureInspector", "Armature", "ArmatureModel", "ArmatureTesting", "TestSupport",
      ],
      swiftSettings: settings),

    // One import for the three.
    .target(
      name: "ArmatureTools",
      dependencies: ["ArmatureDocuments", "ArmatureImport", "ArmatureInspector"],
      swiftSettings: settings),

    // The command `armature`: its implementation, which is also linked into scripts, and its entry point.
    .target(
      name: "ArmatureCommands",
      dependencies: [
        "Armature", "ArmatureModel", "ArmatureGenerator", "ArmatureSQLite", "ArmaturePostgreSQL",
        "ArmatureTools",
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "ArmatureCLI", dependencies: ["ArmatureCommands"], swiftSettings: settings),
    .testTarget(
      name: "ArmatureCommandsTests",
      dependencies: [
        "ArmatureCommands", "ArmatureCLI", "ArmatureTesting", "ArmatureTools", "TestSupport",
      ],
      exclude: ["Words/Snapshots"], swiftSettings: settings),

    // Generates valid objects, and objects that break one rule, from a model.
    .target(name: "ArmatureGenerator", dependencies: ["Armature"], swiftSettings: settings),
    // Tools for test suites: the generator, expectations, fixtures, traits.
    .target(
      name: "ArmatureTesting",
      dependencies: [
        "ArmatureGenerator", "ArmatureSQLite", "ArmaturePostgreSQL", "Armature",
        "ArmatureModel",
      ],
      swiftSettings: settings),
    .testTarget(
      name: "ArmatureTestingTests",
      dependencies: [
        "ArmatureTesting", "ArmatureSQLite", "ArmaturePostgreSQL", "TestSupport", "journal",
      ],
      exclude: ["Expectations/Snapshots", "Snapshots"], swiftSettings: settings),

    // Samples, each an executable.
    .executableTarget(
      name: "validate-library", dependencies: ["Armature"], path: "Samples/Library",
      exclude: ["library.json", "mistakes.json"], swiftSettings: settings),
    .executableTarget(
      name: "chinook", dependencies: ["Armature", "ArmatureSQLite", "ArmaturePostgreSQL"],
      path: "Samples/Chinook", swiftSettings: settings),
    .executableTarget(
      name: "queries", dependencies: ["Armature", "ArmatureSQLite"], path: "Samples/Queries",
      swiftSettings: settings),
    .executableTarget(
      name: "moma", dependencies: ["Armature"], path: "Samples/MoMA", swiftSettings: settings),
    .executableTarget(
      name: "custom-object", dependencies: ["Armature"], path: "Samples/CustomObject",
      swiftSettings: settings),
    .executableTarget(
      name: "undo", dependencies: ["Armature"], path: "Samples/Undo", swiftSettings: settings),
    .executableTarget(
      name: "journal", dependencies: ["Armature"], path: "Samples/Journal",
      swiftSettings: settings),
    .executableTarget(
      name: "two-contexts", dependencies: ["Armature"], path: "Samples/TwoContexts",
      swiftSettings: settings),
    .executableTarget(
      name: "sync-two-processes", dependencies: ["Armature", "ArmatureSQLite"],
      path: "Samples/SyncTwoProcesses", swiftSettings: settings),
    .executableTarget(
      name: "live-results", dependencies: ["Armature"], path: "Samples/LiveResults",
      swiftSettings: settings),
    .executableTarget(
      name: "from-xcode", dependencies: ["Armature", "ArmatureSQLite"], path: "Samples/FromXcode",
      exclude: ["Recipes.xcdatamodeld"], swiftSettings: settings),

    .testTarget(
      name: "ArmatureTests", dependencies: ["Armature", "TestSupport"], exclude: ["Formats"],
      swiftSettings: settings),

    // Code shared by tests and benchmarks; not a product.
    .target(
      name: "TestSupport", dependencies: ["Armature", "ArmatureModel", "ArmatureGenerator"],
      path: "Tests/TestSupport",
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
