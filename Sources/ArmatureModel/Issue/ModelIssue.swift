/// An issue in the declaration of a model.
///
/// An issue is either an error or a warning. A warning means that the declaration is valid but probably not intended.
/// For example, the following model gets a warning because of its optional number:
///
/// ```swift
/// let model = try ManagedObjectModel("Shop") {
///   Entity("Product") { Attribute("stock", Int?.self) }
/// }
/// for issue in model.warnings { print(issue.code, issue.entity, issue.property ?? "") }
/// print(model.warnings(silencing: .optionalNumber).count)  // 0
/// ```
public struct ModelIssue: Error, Hashable, Sendable, Codable {
  /// The kind of the issue. Programs can compare it, because it does not depend on the message.
  public let code: Code
  /// The name of the entity.
  public let entity: String
  /// The name of the property; `nil` if the issue concerns the entity as a whole.
  public let property: String?
  /// A text that describes the issue and its remedy.
  public let message: String
  /// The place of the declaration.
  public let site: DeclarationSite

  /// Creates an issue.
  public init(
    _ code: Code, entity: String, property: String? = nil, message: String, site: DeclarationSite
  ) {
    self.code = code
    self.entity = entity
    self.property = property
    self.message = message
    self.site = site
  }

  /// The kind of an issue. Its name stays the same even if the message changes.
  ///
  /// ```swift
  /// let model = try ManagedObjectModel("Shop") {
  ///   Entity("Product") { Attribute("stock", Int?.self).silencing(.optionalNumber) }
  /// }
  /// print(model.warnings.count)  // 0
  /// ```
  ///
  /// ## Topics
  ///
  /// ### Model and Size
  ///
  /// - ``declarationThrew``
  /// - ``tooManyEntities``
  /// - ``tooManyProperties``
  /// - ``tooDeep``
  ///
  /// ### Names and Keys
  ///
  /// - ``invalidName``
  /// - ``duplicateEntity``
  /// - ``duplicateFetchTemplate``
  /// - ``duplicateProperty``
  /// - ``redefinedProperty``
  /// - ``ambiguousHash``
  /// - ``reservedName``
  /// - ``notAProperty``
  /// - ``namedProperty``
  /// - ``copiedProperty``
  /// - ``remadeSchema``
  /// - ``invalidKey``
  /// - ``duplicateKey``
  /// - ``duplicateRenaming``
  ///
  /// ### Inheritance
  ///
  /// - ``unknownParent``
  /// - ``inheritanceCycle``
  /// - ``abstractWithoutSubentities``
  ///
  /// ### Relationships
  ///
  /// - ``unknownDestination``
  /// - ``unknownInverse``
  /// - ``inverseNotARelationship``
  /// - ``inverseLeadsElsewhere``
  /// - ``inverseNotMutual``
  /// - ``invalidDiscriminator``
  /// - ``invalidOwnership``
  /// - ``endlessOwnership``
  /// - ``zeroMaximumCount``
  /// - ``negativeCount``
  /// - ``reversedCounts``
  /// - ``countOnToOne``
  ///
  /// ### Attributes
  ///
  /// - ``invalidRawType``
  /// - ``enumerationWithoutCases``
  /// - ``invalidCase``
  /// - ``duplicateCase``
  /// - ``compositeWithoutElements``
  /// - ``invalidListElement``
  /// - ``duplicateElement``
  /// - ``elementRole``
  /// - ``elementDefault``
  /// - ``optionalJSONDefault``
  /// - ``invalidIdentity``
  /// - ``identityWithoutUniqueness``
  /// - ``derivedTransient``
  /// - ``unsupportedExternalStorage``
  /// - ``derivedDefault``
  /// - ``derivationType``
  /// - ``derivationCycle``
  /// - ``noStandIn``
  /// - ``defaultType``
  /// - ``defaultBreaksRule``
  ///
  /// ### Rules and Predicates
  ///
  /// - ``unsupportedRule``
  /// - ``misplacedRule``
  /// - ``duplicateRule``
  /// - ``unknownPlaceholder``
  /// - ``negativeLength``
  /// - ``reversedLength``
  /// - ``invalidBound``
  /// - ``emptyRange``
  /// - ``emptyMembership``
  /// - ``membershipType``
  /// - ``inexactDecimal``
  /// - ``invalidPattern``
  /// - ``invalidSchema``
  /// - ``unknownPath``
  /// - ``invalidCondition``
  /// - ``unboundVariable``
  ///
  /// ### Constraints and Indexes
  ///
  /// - ``emptyPropertyList``
  /// - ``repeatedProperty``
  /// - ``unknownProperty``
  /// - ``unsupportedProperty``
  /// - ``mixedIndex``
  /// - ``repeatedFullText``
  /// - ``invalidWeight``
  ///
  /// ### Classes and Silencing
  ///
  /// - ``unknownAccessor``
  /// - ``hiddenProperty``
  /// - ``fetchedAccessor``
  /// - ``ambiguousAccessor``
  /// - ``accessorType``
  /// - ``unknownWarning``
  ///
  /// ### Warnings
  ///
  /// - ``missingInverse``
  /// - ``toManyOfOne``
  /// - ``acrossConfigurations``
  /// - ``danglingDeleteRule``
  /// - ``nullifiedRequired``
  /// - ``sharedCascade``
  /// - ``cascadeBothWays``
  /// - ``cascadeCycle``
  /// - ``optionalNumber``
  /// - ``hiddenName``
  /// - ``uniqueDefault``
  /// - ``duplicateUniqueness``
  /// - ``renamedFromPresent``
  /// - ``unboundRule``
  /// - ``unboundClass``
  /// - ``unboundDefault``
  public struct Code: Hashable, Sendable, Codable, RawRepresentable, CustomStringConvertible {
    /// The name.
    public let rawValue: String

    /// Creates a code from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The name.
    public var description: String { rawValue }
  }
}

extension ModelIssue: CustomStringConvertible {
  /// The issue as `file:line: Entity.property message`.
  public var description: String {
    let place = site.description
    return place.isEmpty ? message : "\(place): \(message)"
  }
}

/// An error with all issues in a model, in the order of the entities and properties.
///
/// ```swift
/// do {
///   _ = try ManagedObjectModel("Shop") {
///     Entity("Product") {
///       Attribute("name", String.self).matching("[A-Z")
///       Relationship("shelf", to: "Shelv")
///     }
///   }
/// } catch let error as ModelError {
///   print(error.issues.map(\.code))  // [invalidPattern, unknownDestination]
/// }
/// ```
public struct ModelError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The issues. The array always has at least one element.
  public let issues: [ModelIssue]

  /// Creates an error from issues.
  public init(_ issues: [ModelIssue]) { self.issues = issues }

  /// A line with the number of issues, then a line for each issue.
  public var description: String {
    let count = issues.count == 1 ? "1 issue" : "\(issues.count) issues"
    return "The model has \(count):\n" + issues.map { "  \($0)" }.joined(separator: "\n")
  }
}
