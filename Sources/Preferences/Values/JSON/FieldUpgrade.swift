/// One step that brings the stored fields of a struct from one version to the next.
///
/// It gets the fields as they were stored (or left by the step before) and edits them:
/// `{ $0.rename("colour", to: "accent") }`. A step that throws leaves the value unreadable, and the
/// file as it is. Fields that a step does not mention need no care: new ones take their defaults,
/// unknown ones are kept.
public typealias FieldUpgrade = @Sendable (_ fields: inout JSONObject) throws -> Void
