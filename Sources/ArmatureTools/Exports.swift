// One import for all tools. A program that needs only some of them can import these modules instead.
@_exported public import ArmatureDocuments
@_exported public import ArmatureImport
@_exported public import ArmatureInspector
