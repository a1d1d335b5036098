// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "Armature",
  // The source is written for these systems, too, but no machine has built it there yet. Most watches have words of 32
  // bits, and the library needs 64.
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .visionOS(.v2)],
  products: [
    .library(name: "Armature", targets: ["Armature"]),
    .library(name: "ArmatureModel", targets: ["ArmatureModel"]),
    .library(name: "ArmatureLocale", targets: ["ArmatureLocale"]),
    .library(name: "ArmatureSQLite", targets: ["ArmatureSQLite"]),
    .library(name: "ArmaturePostgreSQL", targets: ["ArmaturePostgreSQL"]),
    .library(name: "ArmatureTools", targets: ["ArmatureTools"]),
    .executable(name: "armature", targets: ["ArmatureCLI"]),
    .library(name: "ArmatureTesting", targets: ["ArmatureTesting", "ArmatureGenerator"]),
  ],
  targets: [
    // What a model is: values, no objects, no I/O.
    .target(name: "ArmatureModel", swiftSettings: settings),
    .testTarget(
      name: "ArmatureModelTests", dependencies: ["ArmatureModel", "TestSupport"],
      swiftSettings: settings),

    // The runtime: objects, contexts, validation, loading.
    .target(name: "Armature", dependencies: ["ArmatureModel"], swiftSettings: settings),

    // SQL made of models, requests and transactions, for any database that a dialect describes.
    .target(
      name: "ArmatureSQL", dependencies: ["Armature", "ArmatureModel"], swiftSettings: settings),
    .testTarget(
      name: "ArmatureSQLTests", dependencies: ["ArmatureSQL", "TestSupport"],
      swiftSettings: settings),

    // Stores in files of SQLite, whose library is loaded when a store is opened.
    .target(
      name: "ArmatureSQLite", dependencies: ["ArmatureSQL", "Armature", "ArmatureModel"],
      swiftSettings: settings),
    .testTarget(
      name: "ArmatureSQLiteTests",
      dependencies: [
        "ArmatureSQLite", "ArmaturePostgreSQL", "ArmatureSQL", "ArmatureTesting", "TestSupport",
      ],
      exclude: ["Formats"], swiftSettings: settings),

    // Stores in databases of PostgreSQL, whose client library is loaded when a store is opened.
    .target(
      name: "ArmaturePostgreSQL", dependencies: ["ArmatureSQL", "Armature", "ArmatureModel"],
      swiftSettings: settings),
    .testTarget(
      name: "ArmaturePostgreSQLTests",
      dependencies: ["ArmaturePostgreSQL", "ArmatureSQL", "ArmatureTesting", "TestSupport"],
      swiftSettings: settings),

    // The order that the readers of a language expect; links full Foundation, with its rules for languages.
    .target(name: "ArmatureLocale", dependencies: ["Armature"], swiftSettings: settings),
    .testTarget(
      name: "ArmatureLocaleTests", dependencies: ["ArmatureLocale"], swiftSettings: settings),

    // Models in the words of others, and from them: pictures, schemas, what Xcode and Core Data write, Swift.
    .target(
      name: "ArmatureTools",
      dependencies: ["Armature", "ArmatureModel", "ArmatureSQL", "ArmatureSQLite"],
      swiftSettings: settings),
    .testTarget(
      name: "ArmatureToolsTests",
      dependencies: [
        "ArmatureTools", "Armature", "ArmatureModel", "ArmatureSQLite", "ArmatureGenerator",
        "TestSupport", "validate-library",
      ],
      swiftSettings: settings),

    // The command `armature`: its verbs, which scripts' models are compiled with, and its start.
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

    // Valid objects, and such as break one rule, of nothing but a model.
    .target(name: "ArmatureGenerator", dependencies: ["Armature"], swiftSettings: settings),
    // What test suites use: the generator, expectations, fixtures, traits.
    .target(
      name: "ArmatureTesting", dependencies: ["Armature", "ArmatureGenerator"],
      swiftSettings: settings),
    .testTarget(
      name: "ArmatureTestingTests", dependencies: ["ArmatureTesting", "TestSupport", "journal"],
      exclude: ["Expectations/Snapshots", "Snapshots"], swiftSettings: settings),

    // Samples: each a script that runs.
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

    // What tests and benchmarks share; no product.
    .target(
      name: "TestSupport", dependencies: ["Armature", "ArmatureModel", "ArmatureGenerator"],
      path: "Tests/TestSupport",
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
