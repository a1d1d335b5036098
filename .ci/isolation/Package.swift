// swift-tools-version: 6.2
import PackageDescription

// The same code, built twice: with the defaults of packages and with the defaults of new apps. The second folder of
// each pair is a link to the first.
let products: [Target.Dependency] = [.product(name: "Armature", package: "Armature")]
let testing: [Target.Dependency] = [.product(name: "ArmatureTesting", package: "Armature")]
let plain: [SwiftSetting] = [.treatAllWarnings(as: .error)]
let app: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .defaultIsolation(MainActor.self),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
]

let package = Package(
  name: "Isolation",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "Armature", path: "../..")],
  targets: [
    .target(name: "Nonisolated", dependencies: products, swiftSettings: plain),
    .target(name: "MainActorDefault", dependencies: products, swiftSettings: app),
    .testTarget(
      name: "NonisolatedTests", dependencies: products + testing + ["Nonisolated"],
      swiftSettings: plain),
    .testTarget(
      name: "MainActorDefaultTests", dependencies: products + testing + ["MainActorDefault"],
      swiftSettings: app + [.define("APP")]),
  ],
  swiftLanguageModes: [.v6]
)
