/// The text of a model file with one entity, for tests to change.
let shopModel = """
  #!/usr/bin/env -S armature run
  import Armature

  let model = try ManagedObjectModel("Shop") {
    Entity("Product") {
      Attribute("sku", String.self).matching("[A-Z]{3}-[0-9]{4}").identifying()
      Attribute("price", Decimal.self).range(0...)
    }
  }

  """
