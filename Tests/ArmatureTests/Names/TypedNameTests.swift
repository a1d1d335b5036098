import Armature
import Testing

@Suite struct TypedNameTests {
  @Test func `a typed view has a property of any of these names as a member`() throws {
    let (context, item, _) = try views()
    var checked: [String] = []
    /// Writes and reads a property of a view with dot syntax.
    func check(_ name: String, _ exchange: (Managed<NamedItem>, inout String) -> Void) {
      var text = "my \(name)"
      item.managedObject[name] = .string("its \(name)")
      exchange(item, &text)
      #expect(text == "its \(name)", "\(name)")
      #expect(item.managedObject[name] == .string("my \(name)"), "\(name)")
      checked.append(name)
    }
    check("state") { swap(&$0.state, &$1) }
    check("context") { swap(&$0.context, &$1) }
    check("value") { swap(&$0.value, &$1) }
    check("values") { swap(&$0.values, &$1) }
    check("count") { swap(&$0.count, &$1) }
    check("min") { swap(&$0.min, &$1) }
    check("max") { swap(&$0.max, &$1) }
    check("property") { swap(&$0.property, &$1) }
    check("object") { swap(&$0.object, &$1) }
    check("type") { swap(&$0.type, &$1) }
    check("kind") { swap(&$0.kind, &$1) }
    check("status") { swap(&$0.status, &$1) }
    check("id") { swap(&$0.id, &$1) }
    check("label") { swap(&$0.label, &$1) }
    check("key") { swap(&$0.key, &$1) }
    check("keys") { swap(&$0.keys, &$1) }
    check("index") { swap(&$0.index, &$1) }
    check("name") { swap(&$0.name, &$1) }
    check("read") { swap(&$0.read, &$1) }
    check("path") { swap(&$0.path, &$1) }
    check("report") { swap(&$0.report, &$1) }
    check("length") { swap(&$0.length, &$1) }
    check("first") { swap(&$0.first, &$1) }
    check("last") { swap(&$0.last, &$1) }
    check("map") { swap(&$0.map, &$1) }
    check("filter") { swap(&$0.filter, &$1) }
    check("contains") { swap(&$0.contains, &$1) }
    check("prefix") { swap(&$0.prefix, &$1) }
    check("suffix") { swap(&$0.suffix, &$1) }
    check("sorted") { swap(&$0.sorted, &$1) }
    check("reversed") { swap(&$0.reversed, &$1) }
    check("reduce") { swap(&$0.reduce, &$1) }
    check("forEach") { swap(&$0.forEach, &$1) }
    check("compactMap") { swap(&$0.compactMap, &$1) }
    check("flatMap") { swap(&$0.flatMap, &$1) }
    check("enumerated") { swap(&$0.enumerated, &$1) }
    check("split") { swap(&$0.split, &$1) }
    check("starts") { swap(&$0.starts, &$1) }
    check("lazy") { swap(&$0.lazy, &$1) }
    check("dynamicMember") { swap(&$0.dynamicMember, &$1) }
    check("makeIterator") { swap(&$0.makeIterator, &$1) }
    check("isFault") { swap(&$0.isFault, &$1) }
    check("debugDescription") { swap(&$0.debugDescription, &$1) }
    check("setProperty") { swap(&$0.setProperty, &$1) }
    check("any") { swap(&$0.any, &$1) }
    check("all") { swap(&$0.all, &$1) }
    check("none") { swap(&$0.none, &$1) }
    check("sum") { swap(&$0.sum, &$1) }
    check("average") { swap(&$0.average, &$1) }
    check("in") { swap(&$0.in, &$1) }
    check("like") { swap(&$0.like, &$1) }
    check("matches") { swap(&$0.matches, &$1) }
    check("equals") { swap(&$0.equals, &$1) }
    check("hasPrefix") { swap(&$0.hasPrefix, &$1) }
    check("hasSuffix") { swap(&$0.hasSuffix, &$1) }
    check("lowercased") { swap(&$0.lowercased, &$1) }
    check("uppercased") { swap(&$0.uppercased, &$1) }
    check("schema") { swap(&$0.schema, &$1) }
    check("parent") { swap(&$0.parent, &$1) }
    check("rules") { swap(&$0.rules, &$1) }
    check("isAbstract") { swap(&$0.isAbstract, &$1) }
    check("entityName") { swap(&$0.entityName, &$1) }
    check("attribute") { swap(&$0.attribute, &$1) }
    check("objects") { swap(&$0.objects, &$1) }
    check("row") { swap(&$0.row, &$1) }
    check("rule") { swap(&$0.rule, &$1) }
    check("base") { swap(&$0.base, &$1) }
    check("entries") { swap(&$0.entries, &$1) }
    check("shape") { swap(&$0.shape, &$1) }
    check("graph") { swap(&$0.graph, &$1) }
    check("runtime") { swap(&$0.runtime, &$1) }
    check("link") { swap(&$0.link, &$1) }
    check("links") { swap(&$0.links, &$1) }
    check("store") { swap(&$0.store, &$1) }
    check("place") { swap(&$0.place, &$1) }
    check("load") { swap(&$0.load, &$1) }
    check("write") { swap(&$0.write, &$1) }
    check("clear") { swap(&$0.clear, &$1) }
    check("end") { swap(&$0.end, &$1) }
    check("linked") { swap(&$0.linked, &$1) }
    check("members") { swap(&$0.members, &$1) }
    check("underestimatedCount") { swap(&$0.underestimatedCount, &$1) }
    #expect(checked == PropertyNames.all && context.hasChanges)
  }

  @Test func `a typed condition has a property of any of these names as a member`() throws {
    let (context, item, owner) = try views()
    var checked: [String] = []
    /// Checks whether objects satisfy a condition with dot syntax.
    func check(_ name: String, _ condition: (Query<NamedItem>) -> FetchPredicate) throws {
      let predicate = condition(Query())
      #expect(try !predicate.holds(for: item.managedObject), "\(name)")
      (item.managedObject[name], owner.managedObject[name]) = ("x", "y")
      #expect(try predicate.holds(for: item.managedObject), "\(name)")
      #expect(try !predicate.holds(for: owner.managedObject), "\(name)")
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

  /// Returns views of two objects; the second owns the first.
  private func views() throws -> (
    context: ManagedObjectContext, item: Managed<NamedItem>, owner: Managed<NamedItem>
  ) {
    let model = try ManagedObjectModel("Names") { NamedItem.self }
    let (context, item, owner) = try PropertyNames.objects(of: "NamedItem", in: model)
    return (context, try #require(Managed(item)), try #require(Managed(owner)))
  }
}
