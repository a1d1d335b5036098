import ArmatureModel

/// The model that the file of a store was saved with.
extension StoreHeader {
  /// The header of a text of a form that this version knows; `nil` if it has none.
  static func known(_ text: JSONText, _ path: String) throws(FileStoreError) -> StoreHeader? {
    let format = format(of: text)
    if format > Self.format {
      throw FileStoreError(path: path, reason: .newerFormat(format, known: Self.format))
    }
    let header = StoreHeader(of: text)
    if let format = header?.model?.format, format > ManagedObjectModel.encodedFormat {
      throw FileStoreError(
        path: path, reason: .newerModelFormat(format, known: ManagedObjectModel.encodedFormat))
    }
    return header
  }

  /// The model that the file keeps; `nil` if it keeps none.
  func keptModel(_ path: String) throws(FileStoreError) -> ManagedObjectModel? {
    do {
      return try model?.model
    } catch {
      throw FileStoreError(path: path, reason: .damagedModel("\(error)"))
    }
  }

  /// How the rows of the file are no rows of a model; any model reads a file that says nothing of its own.
  func difference(
    to model: ManagedObjectModel, _ path: String
  ) throws(FileStoreError) -> ModelMark.Difference {
    guard let mark else { return .nothing }
    guard let saved = ModelMark(mark) else { return .form }
    return try saved.difference(to: model) { () throws(FileStoreError) in try keptModel(path) }
  }

  /// Refuses a model that keeps rows in another way than the one that the file was saved with.
  ///
  /// - Parameter isOpen: Whether a store has read the file with the model before: then only another form is refused.
  func check(
    _ model: ManagedObjectModel, _ text: JSONText, _ path: String, isOpen: Bool
  ) throws {
    guard let mark else { return }
    let difference = try difference(to: model, path)
    if difference == .nothing || isOpen && difference != .form { return }
    if let saved = ModelMark(mark)?.fingerprint, let kept = try keptModel(path),
      kept.fingerprint == saved
    {
      throw PersistentStoreError.modelDiffers(
        path: path, saved: saved, expected: model.fingerprint,
        difference: model.difference(from: kept))
    }
    throw FileStoreError(
      path: path,
      reason: .otherModel(
        saved: mark, expected: "\(model.fingerprint)", mistakes: mistakes(in: text, model)))
  }

  /// What of the records does not suit a model: a line for each mistake.
  private func mistakes(in text: JSONText, _ model: ManagedObjectModel) -> [String] {
    do {
      _ = try StoreText(reading: text, header: self, model, identifier: identifier)
      return []
    } catch let report as ValidationReport {
      return report.rendered(as: .lines).split(separator: "\n").map(String.init)
    } catch {
      return ["\(error)"]
    }
  }
}
