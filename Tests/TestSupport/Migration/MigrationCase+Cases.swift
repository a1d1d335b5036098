import ArmatureModel

/// A size, as declared by several versions of a model.
package enum ThreeSizes: String, AttributeConvertible, CaseIterable { case small, medium, large }
package enum TwoSizes: String, AttributeConvertible, CaseIterable { case small, large }
package enum ManySizes: Int, AttributeConvertible, CaseIterable { case small = 1, large = 3 }

extension MigrationCase {
  /// Changes of an enumeration's cases; most of them do not change the fingerprint.
  static let cases: [MigrationCase] = [
    MigrationCase("a case goes that no object has") {
      Entity("Cup") { Attribute("size", ThreeSizes.self) }
    } rows: {
      #"{"Cup": [{"size": "small"}, {"size": "large"}]}"#
    } to: {
      Entity("Cup") { Attribute("size", TwoSizes.self) }
    } becomes: {
      """
      Cup 1 size: "small"
      Cup 2 size: "large"
      """
    },
    MigrationCase("a case goes that objects have") {
      Entity("Cup") { Attribute("size", ThreeSizes?.self) }
    } rows: {
      #"{"Cup": [{"size": "small"}, {"size": "medium"}, {}]}"#
    } to: {
      Entity("Cup") { Attribute("size", TwoSizes?.self) }
    } becomes: {
      #"that is no longer a case is an obstacle. 1 row is an obstacle: Cup 2 ("medium")"#
    },
    MigrationCase("texts become cases, in elements and lists as well") {
      Entity("Cup") {
        Attribute("size", String.self)
        Composite("lid") { Attribute("size", String?.self) }
        Attribute("sizes", [String].self)
      }
    } rows: {
      """
      {"Cup": [
        {"size": "small", "lid": {"size": "large"}, "sizes": ["small", "large"]},
        {"size": "large", "lid": {"size": "huge"}, "sizes": []},
        {"size": "Small", "lid": {}, "sizes": ["small", "tiny"]}
      ]}
      """
    } to: {
      Entity("Cup") {
        Attribute("size", TwoSizes.self)
        Composite("lid") { Attribute("size", TwoSizes?.self) }
        Attribute("sizes", [TwoSizes].self)
      }
    } becomes: {
      """
      is an obstacle. 1 row is an obstacle: Cup 3 ("Small")
      is an obstacle. 1 row is an obstacle: Cup 2 ("huge")
      is an obstacle. 1 row is an obstacle: Cup 3 (["small", "tiny"])
      """
    },
    MigrationCase("numbers become cases of a wider type") {
      Entity("Cup") {
        Attribute("size", Int16.self)
        Attribute("code", Int16.self)
      }
    } rows: {
      #"{"Cup": [{"size": 1, "code": 3}, {"size": 2, "code": 1}]}"#
    } to: {
      Entity("Cup") {
        Attribute("size", ManySizes.self)
        Attribute("code", ManySizes.self)
      }
    } becomes: {
      "is an obstacle. 1 row is an obstacle: Cup 2 (2)"
    },
  ]
}
