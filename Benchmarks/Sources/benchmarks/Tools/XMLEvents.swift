import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Counts the elements of a file and their attributes.
final class XMLEvents: NSObject, XMLParserDelegate {
  private var count = 0

  static func count(_ bytes: Data) -> Int {
    let parser = XMLParser(data: bytes)
    let events = XMLEvents()
    parser.delegate = events
    return parser.parse() ? events.count : 0
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    count += 1 + attributes.count
  }
}
