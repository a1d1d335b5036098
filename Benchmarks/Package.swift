// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// A separate package, so that users of the library never get code for benchmarks.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "benchmarks", targets: ["benchmarks"]),
    .executable(name: "fuzz", targets: ["fuzz"]),
    .executable(name: "reliability", targets: ["reliability"]),
    // It is preloaded into processes whose system is to fail.
    .library(name: "InjectedFaults", type: .dynamic, targets: ["InjectedFaults"]),
  ],
  dependencies: [.package(name: "Armature", path: "..")],
  targets: [
    // C, because mallinfo2 returns a struct that Swift does not see.
    .target(name: "BenchmarkHeap"),
    // C at its limit, which loads the library of SQLite as the store does.
    .target(name: "BenchmarkSQLite"),
    // The same by libpq.
    .target(name: "BenchmarkPostgreSQL"),
    // `TestSupport` in its sources is a link to the folder of the tests, so both use the same data generators.
    .executableTarget(
      name: "benchmarks",
      dependencies: [
        "BenchmarkHeap", "BenchmarkSQLite", "BenchmarkPostgreSQL",
        .product(name: "Armature", package: "Armature"),
        .product(name: "ArmaturePostgreSQL", package: "Armature"),
        .product(name: "ArmatureSQLite", package: "Armature"),
        .product(name: "ArmatureModel", package: "Armature"),
        .product(name: "ArmatureTesting", package: "Armature"),
        .product(name: "ArmatureTools", package: "Armature"),
      ],
      swiftSettings: settings),
    // Inputs at random against independent oracles; its `TestSupport` is the same link.
    .executableTarget(
      name: "fuzz",
      dependencies: [
        .product(name: "Armature", package: "Armature"),
        .product(name: "ArmatureModel", package: "Armature"),
        .product(name: "ArmaturePostgreSQL", package: "Armature"),
        .product(name: "ArmatureSQLite", package: "Armature"),
        .product(name: "ArmatureTesting", package: "Armature"),
        .product(name: "ArmatureTools", package: "Armature"),
      ],
      swiftSettings: settings),
    // Stores whose process or server is killed, whose system fails, and which others use at the same time.
    .executableTarget(
      name: "reliability",
      dependencies: [
        .product(name: "Armature", package: "Armature"),
        .product(name: "ArmaturePostgreSQL", package: "Armature"),
        .product(name: "ArmatureSQLite", package: "Armature"),
        .product(name: "ArmatureModel", package: "Armature"),
        .product(name: "ArmatureTesting", package: "Armature"),
      ],
      swiftSettings: settings),
    .target(name: "InjectedFaults"),
  ],
  swiftLanguageModes: [.v6]
)
