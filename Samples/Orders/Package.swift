// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Orders",
  platforms: [.macOS(.v15)],
  // In your own package, use the URL or the path of Armature.
  dependencies: [.package(name: "Armature", path: "../..")],
  targets: [
    .target(
      name: "Orders", dependencies: [.product(name: "Armature", package: "Armature")]),
    .testTarget(
      name: "OrdersTests",
      dependencies: ["Orders", .product(name: "ArmatureTesting", package: "Armature")],
      exclude: ["Snapshots"]),
  ]
)
