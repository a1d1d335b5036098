/// The names of a server and a database for messages, without secrets.
package enum PostgreSQLPlace {
  /// Returns `postgresql://a.example:5432,b.example:5433/shop` for libpq's parts of an address.
  ///
  /// - Parameters:
  ///   - host: The names of hosts, or folders of sockets, separated by commas.
  ///   - port: The ports: as many as hosts or one for all.
  package static func name(host: String?, port: String?, database: String?) -> String {
    let hosts = (host ?? "").split(separator: ",", omittingEmptySubsequences: false)
    let ports = (port ?? "").split(separator: ",", omittingEmptySubsequences: false)
    let places = hosts.enumerated().map { position, host in
      let port = ports.count == hosts.count ? ports[position] : ports.last ?? ""
      let isNumber = host.contains(":")
      return (isNumber ? "[\(host)]" : "\(host)") + (port.isEmpty ? "" : ":\(port)")
    }
    return "postgresql://\(places.joined(separator: ","))/\(database ?? "")"
  }
}
