// swift-tools-version: 6.2
import PackageDescription

// A separate package, so that nothing else here depends on GRDB; `run` builds it. The files that it shares with the
// other benchmarks are links.
let package = Package(
  name: "GRDBBenchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "Armature", path: "../.."),
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
  ],
  targets: [
    .target(name: "BenchmarkHeap"),
    .executableTarget(
      name: "grdb",
      dependencies: [
        "BenchmarkHeap", .product(name: "Armature", package: "Armature"),
        .product(name: "ArmatureSQLite", package: "Armature"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
