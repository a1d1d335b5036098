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

  /// Whether a model has another fingerprint than the one that the file was saved with.
  func differs(from model: ManagedObjectModel) -> Bool {
    fingerprint.map { $0 != "\(model.fingerprint)" } ?? false
  }

  /// Refuses a model that keeps rows in another way than the one that the file was saved with.
  func check(_ model: ManagedObjectModel, _ text: JSONText, _ path: String) throws {
    guard let fingerprint, differs(from: model) else { return }
    if let saved = ModelFingerprint(fingerprint), let kept = try keptModel(path),
      kept.fingerprint == saved
    {
      throw PersistentStoreError.modelDiffers(
        path: path, saved: saved, expected: model.fingerprint,
        difference: model.difference(from: kept))
    }
    throw FileStoreError(
      path: path,
      reason: .otherModel(
        saved: fingerprint, expected: "\(model.fingerprint)", mistakes: mistakes(in: text, model)))
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
