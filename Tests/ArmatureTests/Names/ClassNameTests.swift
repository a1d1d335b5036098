import Armature
import Testing

@Suite struct ClassNameTests {
  @Test func `a class has an accessor of any of these names`() throws {
    let model = try ManagedObjectModel("Names") {
      Entity("Item", class: NamedObject.self) {
        for name in PropertyNames.all { Attribute(name, String?.self) }
        Relationship("owner", to: "Item")
      }
    }
    let (context, plain, _) = try PropertyNames.objects(of: "Item", in: model)
    let item = try #require(plain as? NamedObject)
    var checked: [String] = []
    /// Writes and reads a property through its accessor.
    func check(_ name: String, _ exchange: (NamedObject, inout String?) -> Void) {
      var text: String? = "my \(name)"
      exchange(item, &text)
      #expect(text == nil && item[name] == .string("my \(name)"), "\(name)")
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
    #expect(checked == PropertyNames.all)
    #expect(try item.value(forKey: "value") == "my value")
    #expect(item.managedObjectContext === context && item.objectState == .inserted)
  }
}
