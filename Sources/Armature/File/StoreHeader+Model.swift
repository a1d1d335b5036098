import ArmatureModel

/// The model that the file of a store was saved with.
extension StoreHeader {
  /// Returns the header of a text in a known format; `nil` if it has none.
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

  /// Returns the model in the file; `nil` if it contains none.
  func keptModel(_ path: String) throws(FileStoreError) -> ManagedObjectModel? {
    do {
      return try model?.model
    } catch {
      throw FileStoreError(path: path, reason: .damagedModel("\(error)"))
    }
  }

  /// Returns the difference between the file's rows and a model; any model can read a file without metadata.
  func difference(
    to model: ManagedObjectModel, _ path: String
  ) throws(FileStoreError) -> ModelMark.Difference {
    guard let mark else { return .nothing }
    guard let saved = ModelMark(mark) else { return .form }
    return try saved.difference(to: model) { () throws(FileStoreError) in try keptModel(path) }
  }

  /// Checks that a model stores rows in the same way as the model that the file was saved with.
  ///
  /// - Parameter isOpen: True if the store has already read the file with this model. In this case, the check rejects
  ///   only a file of another format.
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
        saved: mark, expected: "\(model.fingerprint)", failures: failures(in: text, model)))
  }

  /// Returns a line for each failure of the records with a model.
  private func failures(in text: JSONText, _ model: ManagedObjectModel) -> [String] {
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
