import Armature
import Testing

@testable import ArmatureCommands

@Suite struct AuditTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  @Test func `rules that do nothing are listed, with their places`() throws {
    let model = try folder.write(
      shopModel.replacing(
        ".range(0...)", with: ".range(0...).rule(\"is a price\") { $0 > -1 }"),
      to: "shop.swift")
    let outcome = try Command.shared.run(["audit", model])
    #expect(outcome.status == 1 && outcome.talk == "", "\(outcome)")
    #expect(
      outcome.result.hasPrefix("\(model):7: warning: Product.price [rule \"is a price\"] is "))
    #expect(outcome.result.hasSuffix(" [implied]\n"))

    let json = try Command.shared.run(["audit", model, "--format", "json"])
    for part in [
      "\"code\" : \"implied\"", "\"entity\" : \"Product\"", "\"file\" : \"\(model)\"",
      "\"line\" : 7", "\"property\" : \"price\"", "\"severity\" : \"warning\"",
    ] {
      #expect(json.result.contains(part), "\(json)")
    }
    let github = try Command.shared.run(["audit", model, "--format", "github", "--seed", "7"])
    #expect(github.status == 1)
    #expect(github.result.hasPrefix("::warning file=\(model),line=7,title=implied::Product.price"))
  }

  @Test func `a model without findings is no text`() throws {
    let shop = try ManagedObjectModel("Shop") {
      Entity("Product") { Attribute("price", Decimal.self).range(0...) }
    }
    let model = try folder.write(shop, to: "shop.json")
    #expect(Outcome.of(["audit", model]) == Outcome(status: 0, result: "", talk: ""))
    let json = Outcome.of(["audit", model, "--format", "json"])
    #expect(json.status == 0 && json.result == "[\n\n]\n")
  }

  @Test func `rules that nothing can keep are told`() throws {
    let shop = try ManagedObjectModel("Shop") {
      Entity("Product") {
        Attribute("price", Int.self).range(0...9)
        Rule("is dear") { $0.price > 10 }
      }
    }
    let model = try folder.write(shop, to: "shop.json")
    let outcome = Outcome.of(["audit", model])
    #expect(outcome.status == 1 && outcome.result.contains(" [unkeepable]\n"), "\(outcome)")
  }
}
