import ArmatureModel

/// The files of a schema, and the targets of the references in them.
struct SchemaDocuments {
  let texts: SchemaTexts
  /// The file of the schema, and then the files to which references lead, in the order of their reading.
  let all: [SchemaDocument]
  /// The reasons why files could not be read, by path.
  let unreadable: [String: String]

  var root: SchemaNode { all[0].root }

  /// Returns the document with a node.
  func document(of node: SchemaNode) -> SchemaDocument { all[texts.index(of: node.offset)] }

  /// Returns the target of a reference; `nil` if it is not in the files.
  func target(of reference: SchemaNode) -> SchemaNode? {
    let document = document(of: reference)
    if let target = document.addresses.target(of: reference) { return target }
    guard let (path, fragment) = document.file(of: reference, root: root) else { return nil }
    return all.first { $0.path == path }?.addresses.target(ofFragment: fragment)?.node
  }

  /// Returns whether a reference leads to one of the files.
  func hasFile(of reference: SchemaNode) -> Bool {
    if reference.text?.hasPrefix("#") ?? false { return true }
    let file = document(of: reference).file(of: reference, root: root)
    return all.contains { $0.path == file?.path }
  }

  /// Returns the reason why the file of a reference is missing. Returns `nil` if the reference leads to no file, or to
  /// one that was read.
  func reason(for reference: SchemaNode) -> String? {
    let file = document(of: reference).file(of: reference, root: root)
    return file.flatMap { unreadable[$0.path] }
  }
}

/// A file of a schema.
struct SchemaDocument {
  /// The path, relative to the folder of the schema.
  let path: String
  let root: SchemaNode
  let addresses: SchemaAddresses
  /// The draft that the document names; `nil` without a name.
  let draft: SchemaDraft?
  /// Whether keywords next to a reference are ignored.
  var ignoresNeighbours: Bool { draft?.ignoresNeighbours ?? false }

  /// - Parameter other: The document whose draft applies if this one does not state its own.
  init(_ root: SchemaNode, path: String, after other: SchemaDocument? = nil) {
    (self.root, self.path) = (root, path)
    let address = root["$schema"]?.text
    draft = address == nil ? other?.draft : SchemaDraft(address: address ?? "")
    addresses = SchemaAddresses(root, ignoresNeighbours: draft?.ignoresNeighbours ?? false)
  }

  /// Returns the file to which a reference leads, by its path from the folder of the schema. Returns `nil` if the
  /// address is outside of this folder.
  ///
  /// A reference is relative to its file. An address that starts like the identifier of the root is relative to the
  /// root.
  func file(of reference: SchemaNode, root: SchemaNode) -> (path: String, fragment: String)? {
    guard let text = reference.text else { return nil }
    var (address, fragment) = SchemaAddresses.parts(of: text)
    var folders = path.split(separator: "/").dropLast().map(String.init)
    if let id = root["$id"]?.text, let slash = id.lastIndex(of: "/"),
      id[slash...] != "/", address.hasPrefix(id[...slash])
    {
      address.removeFirst(id[...slash].count)
      folders = []
    }
    let isElsewhere = address.hasPrefix("/") || address.contains { ":?\\".contains($0) }
    if address.isEmpty || isElsewhere { return nil }
    for part in address.split(separator: "/") where part != "." {
      if part != ".." {
        let name = String(part).withoutPercents
        if name.isEmpty || name.contains(where: { "/\\\0".contains($0) }) { return nil }
        folders.append(name)
      } else if folders.popLast() == nil {
        return nil
      }
    }
    return (folders.joined(separator: "/"), fragment)
  }
}
