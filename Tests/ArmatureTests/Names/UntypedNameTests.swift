import Armature
import Testing

@Suite struct UntypedNameTests {
  @Test func `an object has a property of any of these names as a member`() throws {
    let (context, item, owner) = try PropertyNames.objects(of: "Item", in: PropertyNames.model())
    var checked: [String] = []
    /// Writes and reads a property with dot syntax, typed and untyped, directly and along a path.
    func check(
      _ name: String, _ exchange: (ManagedObject, inout String?) -> Void,
      _ equals: (ManagedObject, String) -> Bool, _ follow: (ManagedObject) -> PropertyValue?
    ) {
      var text: String? = "my \(name)"
      owner[name] = "its \(name)"
      exchange(item, &text)
      #expect(text == nil && item[name] == .string("my \(name)"), "\(name)")
      #expect(equals(item, "my \(name)") && !equals(item, "its \(name)"), "\(name)")
      #expect(follow(item) == .attribute(.string("its \(name)")), "\(name)")
      exchange(item, &text)
      #expect(text == "my \(name)" && item[name] == nil, "\(name)")
      checked.append(name)
    }
    check("state", { swap(&$0.state, &$1) }, { $0.state == $1 }, { $0.owner?.state })
    check("context", { swap(&$0.context, &$1) }, { $0.context == $1 }, { $0.owner?.context })
    check("value", { swap(&$0.value, &$1) }, { $0.value == $1 }, { $0.owner?.value })
    check("values", { swap(&$0.values, &$1) }, { $0.values == $1 }, { $0.owner?.values })
    check("count", { swap(&$0.count, &$1) }, { $0.count == $1 }, { $0.owner?.count })
    check("min", { swap(&$0.min, &$1) }, { $0.min == $1 }, { $0.owner?.min })
    check("max", { swap(&$0.max, &$1) }, { $0.max == $1 }, { $0.owner?.max })
    check("property", { swap(&$0.property, &$1) }, { $0.property == $1 }, { $0.owner?.property })
    check("object", { swap(&$0.object, &$1) }, { $0.object == $1 }, { $0.owner?.object })
    check("type", { swap(&$0.type, &$1) }, { $0.type == $1 }, { $0.owner?.type })
    check("kind", { swap(&$0.kind, &$1) }, { $0.kind == $1 }, { $0.owner?.kind })
    check("status", { swap(&$0.status, &$1) }, { $0.status == $1 }, { $0.owner?.status })
    check("id", { swap(&$0.id, &$1) }, { $0.id == $1 }, { $0.owner?.id })
    check("label", { swap(&$0.label, &$1) }, { $0.label == $1 }, { $0.owner?.label })
    check("key", { swap(&$0.key, &$1) }, { $0.key == $1 }, { $0.owner?.key })
    check("keys", { swap(&$0.keys, &$1) }, { $0.keys == $1 }, { $0.owner?.keys })
    check("index", { swap(&$0.index, &$1) }, { $0.index == $1 }, { $0.owner?.index })
    check("name", { swap(&$0.name, &$1) }, { $0.name == $1 }, { $0.owner?.name })
    check("read", { swap(&$0.read, &$1) }, { $0.read == $1 }, { $0.owner?.read })
    check("path", { swap(&$0.path, &$1) }, { $0.path == $1 }, { $0.owner?.path })
    check("report", { swap(&$0.report, &$1) }, { $0.report == $1 }, { $0.owner?.report })
    check("length", { swap(&$0.length, &$1) }, { $0.length == $1 }, { $0.owner?.length })
    check("first", { swap(&$0.first, &$1) }, { $0.first == $1 }, { $0.owner?.first })
    check("last", { swap(&$0.last, &$1) }, { $0.last == $1 }, { $0.owner?.last })
    check("map", { swap(&$0.map, &$1) }, { $0.map == $1 }, { $0.owner?.map })
    check("filter", { swap(&$0.filter, &$1) }, { $0.filter == $1 }, { $0.owner?.filter })
    check("contains", { swap(&$0.contains, &$1) }, { $0.contains == $1 }, { $0.owner?.contains })
    check("prefix", { swap(&$0.prefix, &$1) }, { $0.prefix == $1 }, { $0.owner?.prefix })
    check("suffix", { swap(&$0.suffix, &$1) }, { $0.suffix == $1 }, { $0.owner?.suffix })
    check("sorted", { swap(&$0.sorted, &$1) }, { $0.sorted == $1 }, { $0.owner?.sorted })
    check("reversed", { swap(&$0.reversed, &$1) }, { $0.reversed == $1 }, { $0.owner?.reversed })
    check("reduce", { swap(&$0.reduce, &$1) }, { $0.reduce == $1 }, { $0.owner?.reduce })
    check("forEach", { swap(&$0.forEach, &$1) }, { $0.forEach == $1 }, { $0.owner?.forEach })
    check(
      "compactMap", { swap(&$0.compactMap, &$1) }, { $0.compactMap == $1 }, { $0.owner?.compactMap }
    )
    check("flatMap", { swap(&$0.flatMap, &$1) }, { $0.flatMap == $1 }, { $0.owner?.flatMap })
    check(
      "enumerated", { swap(&$0.enumerated, &$1) }, { $0.enumerated == $1 }, { $0.owner?.enumerated }
    )
    check("split", { swap(&$0.split, &$1) }, { $0.split == $1 }, { $0.owner?.split })
    check("starts", { swap(&$0.starts, &$1) }, { $0.starts == $1 }, { $0.owner?.starts })
    check("lazy", { swap(&$0.lazy, &$1) }, { $0.lazy == $1 }, { $0.owner?.lazy })
    check(
      "dynamicMember", { swap(&$0.dynamicMember, &$1) }, { $0.dynamicMember == $1 },
      { $0.owner?.dynamicMember })
    check(
      "makeIterator", { swap(&$0.makeIterator, &$1) }, { $0.makeIterator == $1 },
      { $0.owner?.makeIterator })
    check("isFault", { swap(&$0.isFault, &$1) }, { $0.isFault == $1 }, { $0.owner?.isFault })
    check(
      "debugDescription", { swap(&$0.debugDescription, &$1) }, { $0.debugDescription == $1 },
      { $0.owner?.debugDescription })
    check(
      "setProperty", { swap(&$0.setProperty, &$1) }, { $0.setProperty == $1 },
      { $0.owner?.setProperty })
    check("any", { swap(&$0.any, &$1) }, { $0.any == $1 }, { $0.owner?.any })
    check("all", { swap(&$0.all, &$1) }, { $0.all == $1 }, { $0.owner?.all })
    check("none", { swap(&$0.none, &$1) }, { $0.none == $1 }, { $0.owner?.none })
    check("sum", { swap(&$0.sum, &$1) }, { $0.sum == $1 }, { $0.owner?.sum })
    check("average", { swap(&$0.average, &$1) }, { $0.average == $1 }, { $0.owner?.average })
    check("in", { swap(&$0.in, &$1) }, { $0.in == $1 }, { $0.owner?.in })
    check("like", { swap(&$0.like, &$1) }, { $0.like == $1 }, { $0.owner?.like })
    check("matches", { swap(&$0.matches, &$1) }, { $0.matches == $1 }, { $0.owner?.matches })
    check("equals", { swap(&$0.equals, &$1) }, { $0.equals == $1 }, { $0.owner?.equals })
    check(
      "hasPrefix", { swap(&$0.hasPrefix, &$1) }, { $0.hasPrefix == $1 }, { $0.owner?.hasPrefix })
    check(
      "hasSuffix", { swap(&$0.hasSuffix, &$1) }, { $0.hasSuffix == $1 }, { $0.owner?.hasSuffix })
    check(
      "lowercased", { swap(&$0.lowercased, &$1) }, { $0.lowercased == $1 }, { $0.owner?.lowercased }
    )
    check(
      "uppercased", { swap(&$0.uppercased, &$1) }, { $0.uppercased == $1 }, { $0.owner?.uppercased }
    )
    check("schema", { swap(&$0.schema, &$1) }, { $0.schema == $1 }, { $0.owner?.schema })
    check("parent", { swap(&$0.parent, &$1) }, { $0.parent == $1 }, { $0.owner?.parent })
    check("rules", { swap(&$0.rules, &$1) }, { $0.rules == $1 }, { $0.owner?.rules })
    check(
      "isAbstract", { swap(&$0.isAbstract, &$1) }, { $0.isAbstract == $1 }, { $0.owner?.isAbstract }
    )
    check(
      "entityName", { swap(&$0.entityName, &$1) }, { $0.entityName == $1 }, { $0.owner?.entityName }
    )
    check(
      "attribute", { swap(&$0.attribute, &$1) }, { $0.attribute == $1 }, { $0.owner?.attribute })
    check("objects", { swap(&$0.objects, &$1) }, { $0.objects == $1 }, { $0.owner?.objects })
    check("row", { swap(&$0.row, &$1) }, { $0.row == $1 }, { $0.owner?.row })
    check("rule", { swap(&$0.rule, &$1) }, { $0.rule == $1 }, { $0.owner?.rule })
    check("base", { swap(&$0.base, &$1) }, { $0.base == $1 }, { $0.owner?.base })
    check("entries", { swap(&$0.entries, &$1) }, { $0.entries == $1 }, { $0.owner?.entries })
    check("shape", { swap(&$0.shape, &$1) }, { $0.shape == $1 }, { $0.owner?.shape })
    check("graph", { swap(&$0.graph, &$1) }, { $0.graph == $1 }, { $0.owner?.graph })
    check("runtime", { swap(&$0.runtime, &$1) }, { $0.runtime == $1 }, { $0.owner?.runtime })
    check("link", { swap(&$0.link, &$1) }, { $0.link == $1 }, { $0.owner?.link })
    check("links", { swap(&$0.links, &$1) }, { $0.links == $1 }, { $0.owner?.links })
    check("store", { swap(&$0.store, &$1) }, { $0.store == $1 }, { $0.owner?.store })
    check("place", { swap(&$0.place, &$1) }, { $0.place == $1 }, { $0.owner?.place })
    check("load", { swap(&$0.load, &$1) }, { $0.load == $1 }, { $0.owner?.load })
    check("write", { swap(&$0.write, &$1) }, { $0.write == $1 }, { $0.owner?.write })
    check("clear", { swap(&$0.clear, &$1) }, { $0.clear == $1 }, { $0.owner?.clear })
    check("end", { swap(&$0.end, &$1) }, { $0.end == $1 }, { $0.owner?.end })
    check("linked", { swap(&$0.linked, &$1) }, { $0.linked == $1 }, { $0.owner?.linked })
    check("members", { swap(&$0.members, &$1) }, { $0.members == $1 }, { $0.owner?.members })
    check(
      "underestimatedCount", { swap(&$0.underestimatedCount, &$1) },
      { $0.underestimatedCount == $1 }, { $0.owner?.underestimatedCount })
    #expect(checked == PropertyNames.all)
    try context.save()
  }

  @Test func `what key-value coding is called hides no property, and no property hides it`() throws
  {
    let (context, item, owner) = try PropertyNames.objects(of: "Item", in: PropertyNames.model())
    item.value = "a"
    item.values = "b"
    owner.value = "c"
    #expect(try item.value(forKey: "value") == "a" && item.value(forKey: "values") == "b")
    #expect(try item.value(forKey: "value", as: String.self) == "a")
    #expect(try item.value(forKeyPath: "owner.value") == "c")
    #expect(try item.values(forKeyPath: "owner.value") == ["c"])
    let key = "an owner's value".suffix(5)
    #expect(try item.value(forKey: key) == "a")
    // Without type context, this is the property as well.
    let value = item.value
    let values = item.values
    #expect(value == "a" && values == "b")
    #expect((item.value ?? "") + (item.values ?? "") == "ab")
    #expect(context.insertedObjects == [item, owner])
  }

  @Test func `the view of all properties has them under these names, too`() throws {
    let (context, item, _) = try PropertyNames.objects(of: "Item", in: PropertyNames.model())
    for name in PropertyNames.all { item[name] = .string(name) }
    #expect(context.insertedObjects.contains(item))
    #expect(item.properties.keys == PropertyNames.all + ["owner", "items"])
    #expect(
      item.properties.values.dropLast(2) == PropertyNames.all.map { AttributeValue.string($0) }[...]
    )
    withExtendedLifetime(context) {}
  }
}
