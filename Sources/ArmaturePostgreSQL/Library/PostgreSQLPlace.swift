/// What people call a server and a database, without a secret.
package enum PostgreSQLPlace {
  /// `postgresql://a.example:5432,b.example:5433/shop`, of what libpq reads out of an address.
  ///
  /// - Parameters:
  ///   - host: The names of hosts, or folders of sockets, with commas between them.
  ///   - port: The ports, as many as there are hosts, or one for all.
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
