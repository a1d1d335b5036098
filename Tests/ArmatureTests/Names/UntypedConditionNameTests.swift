import Armature
import Testing

@Suite struct UntypedConditionNameTests {
  @Test func `a condition has a property of any of these names as a member`() throws {
    let (context, item, owner) = try PropertyNames.objects(of: "Item", in: PropertyNames.model())
    var checked: [String] = []
    /// Checks whether objects satisfy a condition with dot syntax.
    func check(_ name: String, _ condition: (DynamicQuery) -> FetchPredicate) throws {
      let predicate = condition(DynamicQuery())
      #expect(predicate.properties.contains(name), "\(name)")
      #expect(try !predicate.holds(for: item), "\(name)")
      (item[name], owner[name]) = ("x", "y")
      #expect(try predicate.holds(for: item) && !predicate.holds(for: owner), "\(name)")
      checked.append(name)
    }
    try check("state") { $0.state == "x" && $0.owner.state == "y" }
    try check("context") { $0.context == "x" && $0.owner.context == "y" }
    try check("value") { $0.value == "x" && $0.owner.value == "y" }
    try check("values") { $0.values == "x" && $0.owner.values == "y" }
    try check("count") { $0.count == "x" && $0.owner.count == "y" }
    try check("min") { $0.min == "x" && $0.owner.min == "y" }
    try check("max") { $0.max == "x" && $0.owner.max == "y" }
    try check("property") { $0.property == "x" && $0.owner.property == "y" }
    try check("object") { $0.object == "x" && $0.owner.object == "y" }
    try check("type") { $0.type == "x" && $0.owner.type == "y" }
    try check("kind") { $0.kind == "x" && $0.owner.kind == "y" }
    try check("status") { $0.status == "x" && $0.owner.status == "y" }
    try check("id") { $0.id == "x" && $0.owner.id == "y" }
    try check("label") { $0.label == "x" && $0.owner.label == "y" }
    try check("key") { $0.key == "x" && $0.owner.key == "y" }
    try check("keys") { $0.keys == "x" && $0.owner.keys == "y" }
    try check("index") { $0.index == "x" && $0.owner.index == "y" }
    try check("name") { $0.name == "x" && $0.owner.name == "y" }
    try check("read") { $0.read == "x" && $0.owner.read == "y" }
    try check("path") { $0.path == "x" && $0.owner.path == "y" }
    try check("report") { $0.report == "x" && $0.owner.report == "y" }
    try check("length") { $0.length == "x" && $0.owner.length == "y" }
    try check("first") { $0.first == "x" && $0.owner.first == "y" }
    try check("last") { $0.last == "x" && $0.owner.last == "y" }
    try check("map") { $0.map == "x" && $0.owner.map == "y" }
    try check("filter") { $0.filter == "x" && $0.owner.filter == "y" }
    try check("contains") { $0.contains == "x" && $0.owner.contains == "y" }
    try check("prefix") { $0.prefix == "x" && $0.owner.prefix == "y" }
    try check("suffix") { $0.suffix == "x" && $0.owner.suffix == "y" }
    try check("sorted") { $0.sorted == "x" && $0.owner.sorted == "y" }
    try check("reversed") { $0.reversed == "x" && $0.owner.reversed == "y" }
    try check("reduce") { $0.reduce == "x" && $0.owner.reduce == "y" }
    try check("forEach") { $0.forEach == "x" && $0.owner.forEach == "y" }
    try check("compactMap") { $0.compactMap == "x" && $0.owner.compactMap == "y" }
    try check("flatMap") { $0.flatMap == "x" && $0.owner.flatMap == "y" }
    try check("enumerated") { $0.enumerated == "x" && $0.owner.enumerated == "y" }
    try check("split") { $0.split == "x" && $0.owner.split == "y" }
    try check("starts") { $0.starts == "x" && $0.owner.starts == "y" }
    try check("lazy") { $0.lazy == "x" && $0.owner.lazy == "y" }
    try check("dynamicMember") { $0.dynamicMember == "x" && $0.owner.dynamicMember == "y" }
    try check("makeIterator") { $0.makeIterator == "x" && $0.owner.makeIterator == "y" }
    try check("isFault") { $0.isFault == "x" && $0.owner.isFault == "y" }
    try check("debugDescription") { $0.debugDescription == "x" && $0.owner.debugDescription == "y" }
    try check("setProperty") { $0.setProperty == "x" && $0.owner.setProperty == "y" }
    try check("any") { $0.any == "x" && $0.owner.any == "y" }
    try check("all") { $0.all == "x" && $0.owner.all == "y" }
    try check("none") { $0.none == "x" && $0.owner.none == "y" }
    try check("sum") { $0.sum == "x" && $0.owner.sum == "y" }
    try check("average") { $0.average == "x" && $0.owner.average == "y" }
    try check("in") { $0.in == "x" && $0.owner.in == "y" }
    try check("like") { $0.like == "x" && $0.owner.like == "y" }
    try check("matches") { $0.matches == "x" && $0.owner.matches == "y" }
    try check("equals") { $0.equals == "x" && $0.owner.equals == "y" }
    try check("hasPrefix") { $0.hasPrefix == "x" && $0.owner.hasPrefix == "y" }
    try check("hasSuffix") { $0.hasSuffix == "x" && $0.owner.hasSuffix == "y" }
    try check("lowercased") { $0.lowercased == "x" && $0.owner.lowercased == "y" }
    try check("uppercased") { $0.uppercased == "x" && $0.owner.uppercased == "y" }
    try check("schema") { $0.schema == "x" && $0.owner.schema == "y" }
    try check("parent") { $0.parent == "x" && $0.owner.parent == "y" }
    try check("rules") { $0.rules == "x" && $0.owner.rules == "y" }
    try check("isAbstract") { $0.isAbstract == "x" && $0.owner.isAbstract == "y" }
    try check("entityName") { $0.entityName == "x" && $0.owner.entityName == "y" }
    try check("attribute") { $0.attribute == "x" && $0.owner.attribute == "y" }
    try check("objects") { $0.objects == "x" && $0.owner.objects == "y" }
    try check("row") { $0.row == "x" && $0.owner.row == "y" }
    try check("rule") { $0.rule == "x" && $0.owner.rule == "y" }
    try check("base") { $0.base == "x" && $0.owner.base == "y" }
    try check("entries") { $0.entries == "x" && $0.owner.entries == "y" }
    try check("shape") { $0.shape == "x" && $0.owner.shape == "y" }
    try check("graph") { $0.graph == "x" && $0.owner.graph == "y" }
    try check("runtime") { $0.runtime == "x" && $0.owner.runtime == "y" }
    try check("link") { $0.link == "x" && $0.owner.link == "y" }
    try check("links") { $0.links == "x" && $0.owner.links == "y" }
    try check("store") { $0.store == "x" && $0.owner.store == "y" }
    try check("place") { $0.place == "x" && $0.owner.place == "y" }
    try check("load") { $0.load == "x" && $0.owner.load == "y" }
    try check("write") { $0.write == "x" && $0.owner.write == "y" }
    try check("clear") { $0.clear == "x" && $0.owner.clear == "y" }
    try check("end") { $0.end == "x" && $0.owner.end == "y" }
    try check("linked") { $0.linked == "x" && $0.owner.linked == "y" }
    try check("members") { $0.members == "x" && $0.owner.members == "y" }
    try check("underestimatedCount") {
      $0.underestimatedCount == "x" && $0.owner.underestimatedCount == "y"
    }
    #expect(checked == PropertyNames.all)
    try context.save()
  }

  @Test func `what conditions are called still works beside properties of the names`() throws {
    let (context, item, owner) = try PropertyNames.objects(of: "Item", in: PropertyNames.model())
    func holds(_ condition: (DynamicQuery) -> FetchPredicate) throws -> Bool {
      try condition(DynamicQuery()).holds(for: owner)
    }
    (item.min, owner.like, owner.count, owner.length) = ("m", "abc", "3", "four")
    #expect(try holds { $0.items.count == 1 && $0.items.filter { $0.min == "m" }.count == 1 })
    #expect(try holds { $0.items.any { $0.min == "m" } && $0.items.all { $0.min == "m" } })
    #expect(try holds { $0.items.none { $0.min == "n" } && $0.items.min("min") == "m" })
    #expect(try holds { $0.like.like("a*") && $0.like.contains("b") && $0.like.hasPrefix("a") })
    #expect(try holds { $0.like.in(["abc"]) && $0.like.uppercased() == "ABC" })
    #expect(try holds { $0.like.length == 3 && $0.count.length == 1 && $0.length.length == 4 })
    try context.save()
  }

  @Test func `a count or a length behind a single object is its property in every condition`()
    throws
  {
    let model = try ManagedObjectModel("Stock") {
      Entity("Item") {
        Attribute("count", Int.self)
        Attribute("length", Int.self)
        Relationship("shelf", to: "Place", inverse: "items")
        Rule("no more than fit") { $0.count <= $0.shelf.count && $0.length < $0.shelf.length }
      }
      Entity("Part", parent: "Item") { Attribute("name", String?.self) }
      Entity("Place") {
        Attribute("count", Int.self)
        Attribute("length", Int.self)
        Attribute("name", String.self)
        Relationship("items", to: "Item", .toMany)
        FetchedProperty("full", of: "Part") { $0.count == $0.shelf.count }
        FetchTemplate("odd") {
          $0.items.filter { $0.shelf.count > $0.shelf.items.count && $0.shelf.name.length == 3 }
            .count > 0
        }
        Composite("size") { Attribute("length", Int.self) }.optional()
        Rule("a long size is absent") { $0.size.length < 9 || $0.size == nil }
        Rule("one part is short") { $0.items.any { $0.shelf.length > $0.length } || $0.count == 0 }
      }
    }
    let item = try #require(model["Item"])
    #expect(
      item.rules.map(\.requirement) == [
        .predicate(
          name: "no more than fit",
          .and([
            .comparison(.keyPath(["count"]), .lessOrEqual, .keyPath(["shelf", "count"])),
            .comparison(.keyPath(["length"]), .less, .keyPath(["shelf", "length"])),
          ]))
      ])
    let place = try #require(model["Place"])
    #expect(
      place.fetchTemplates.map(\.predicate.description) == [
        "SUBQUERY(items, $a, $a.shelf.count > $a.shelf.items.@count AND length:($a.shelf.name) == 3)"
          + ".@count > 0"
      ])
    let context = ManagedObjectContext(model: model)
    let (part, shelf) = (try context.insert("Part"), try context.insert("Place"))
    shelf.count = 3
    shelf.length = 9
    shelf.name = "top"
    part.count = 4
    part.length = 2
    part.shelf = shelf
    #expect(shelf.validate().isValid)
    shelf["size"] = .composite(["length": 9])
    #expect(shelf.validate().failures.map(\.code) == ["rule"])
    shelf["size"] = nil
    #expect(part.validate().failures.map(\.code) == ["rule"])
    part.count = 3
    #expect(part.validate().isValid)
    #expect(try place.fetchTemplates[0].predicate.holds(for: shelf))
    try context.save()
  }
}
