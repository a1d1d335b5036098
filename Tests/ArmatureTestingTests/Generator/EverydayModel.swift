import Armature
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Typical models with rules along links.
struct EverydayModel: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let make: @Sendable () throws -> ManagedObjectModel

  static let all = [staff, hotel, shop, league, tree, school, rental, cinema]

  /// Heads belong to the departments they lead, and no one earns more than the boss.
  static let staff = EverydayModel(testDescription: "staff") {
    try ManagedObjectModel("Staff") {
      Entity("Department") {
        Attribute("name", String.self).length(1...40).identifying()
        Attribute("budget", Int.self).range(0...)
        Relationship("head", to: "Person").required()
        Relationship("people", to: "Person", .toMany, inverse: "department")
        Rule("the head is one of the department") { $0.head.department == $0 }
        Rule("the salaries are within the budget") { $0.people.sum("salary") <= $0.budget }
      }
      Entity("Person") {
        Attribute("email", String.self).matching("[a-z]{3,8}@[a-z]{3,8}\\.com").unique()
        Attribute("salary", Int.self).range(10_000...200_000)
        Relationship("department", to: "Department", inverse: "people").required()
        Relationship("boss", to: "Person", inverse: "reports")
        Relationship("reports", to: "Person", .toMany, inverse: "boss")
        Rule("nobody is the own boss") { $0.boss != $0 }
        Rule("the boss earns no less") { $0.boss == nil || $0.boss.salary >= $0.salary }
        Rule("the boss is of the department") {
          $0.boss == nil || $0.boss.department == $0.department
        }
      }
    }
  }

  /// Beds are not shared, and no two bookings of a room overlap.
  static let hotel = EverydayModel(testDescription: "hotel") {
    try ManagedObjectModel("Hotel") {
      Entity("Bed") {
        Attribute("number", Int.self).identifying()
        Relationship("sleepers", to: "Guest", .toMany, inverse: "bed")
        Relationship("room", to: "Room", inverse: "beds").required()
        Rule("nobody shares a bed") { $0.sleepers.count <= 1 }
      }
      Entity("Guest") {
        Attribute("name", String.self).length(1...)
        Relationship("bed", to: "Bed", inverse: "sleepers").required()
      }
      Entity("Room") {
        Attribute("places", Int.self).range(1...4)
        Relationship("beds", to: "Bed", .toMany, inverse: "room")
        Relationship("bookings", to: "Booking", .toMany, inverse: "room")
        Rule("no more beds than places") { $0.beds.count <= $0.places }
      }
      Entity("Booking") {
        Attribute("first", Int.self).range(1...365)
        Attribute("last", Int.self).range(1...365)
        Relationship("room", to: "Room", inverse: "bookings").required()
        Rule("it ends after its start") { $0.first <= $0.last }
        Rule("no other booking of the room overlaps") { booking in
          booking.room.bookings.filter {
            $0 != booking && $0.first <= booking.last && booking.first <= $0.last
          }.count == 0
        }
      }
    }
  }

  /// Orders have the sum of their lines as total, and an address of the customer.
  static let shop = EverydayModel(testDescription: "shop") {
    try ManagedObjectModel("Shop") {
      Entity("Customer") {
        Attribute("name", String.self).length(1...)
        Relationship("addresses", to: "Place", .toMany, inverse: "customer")
        Relationship("orders", to: "Order", .toMany, inverse: "customer")
      }
      Entity("Place") {
        Attribute("street", String.self).length(1...)
        Relationship("customer", to: "Customer", inverse: "addresses").required()
      }
      Entity("Order") {
        Attribute("total", Int.self).range(0...)
        Attribute("limit", Int.self).range(100...10_000)
        Relationship("customer", to: "Customer", inverse: "orders").required()
        Relationship("address", to: "Place").required()
        Relationship("lines", to: "Line", .toMany, inverse: "order", onDelete: .cascade)
        Rule("the total is that of the lines") { $0.total == $0.lines.sum("amount") }
        Rule("the total is within the limit") { $0.total <= $0.limit }
        Rule("the address is one of the customer") { $0.address.in($0.customer.addresses) }
      }
      Entity("Line") {
        Attribute("amount", Int.self).range(1...5_000)
        Relationship("order", to: "Order", inverse: "lines").required()
      }
    }
  }

  /// Teams do not play against themselves, and captains play for their teams.
  static let league = EverydayModel(testDescription: "league") {
    try ManagedObjectModel("League") {
      Entity("Team") {
        Attribute("name", String.self).length(1...).identifying()
        Relationship("captain", to: "Player").required()
        Relationship("players", to: "Player", .toMany, inverse: "team")
        Relationship("division", to: "Division", inverse: "teams").required()
        Rule("the captain is one of the players") { $0.players.contains($0.captain) }
        Rule("somebody keeps the goal") { $0.players.any { $0.role == "keeper" } }
      }
      Entity("Player") {
        Attribute("role", String.self).oneOf(["keeper", "field"])
        Relationship("team", to: "Team", inverse: "players").required()
      }
      Entity("Division") {
        Attribute("level", Int.self).range(1...9)
        Relationship("teams", to: "Team", .toMany, inverse: "division")
      }
      Entity("Match") {
        Attribute("round", Int.self).range(1...38)
        Relationship("home", to: "Team").required()
        Relationship("away", to: "Team").required()
        Rule("nobody plays against itself") { $0.home != $0.away }
        Rule("both are of one division") { $0.home.division == $0.away.division }
      }
    }
  }

  /// A node is not its own parent, and is one level below it.
  static let tree = EverydayModel(testDescription: "tree") {
    try ManagedObjectModel("Tree") {
      Entity("Node") {
        Attribute("level", Int.self).range(0...)
        Relationship("parent", to: "Node", inverse: "children")
        Relationship("children", to: "Node", .toMany, inverse: "parent")
        Rule("no node is its own parent") { $0.parent != $0 }
        Rule("a root has level 0", when: { $0.parent == nil }) { $0.level == 0 }
        Rule("a child is one level below", when: { $0.parent != nil }) {
          $0.level == $0.parent.level + 1
        }
      }
    }
  }

  /// Courses have teachers of their subject, and at most as many pupils as the room holds.
  static let school = EverydayModel(testDescription: "school") {
    try ManagedObjectModel("School") {
      Entity("Subject") {
        Attribute("name", String.self).length(1...).identifying()
        Relationship("teachers", to: "Teacher", .toMany, inverse: "subjects")
      }
      Entity("Teacher") {
        Attribute("name", String.self).length(1...)
        Relationship("subjects", to: "Subject", .toMany, inverse: "teachers")
        Relationship("courses", to: "Course", .toMany, inverse: "teacher")
        Rule("nobody has more than three courses") { $0.courses.count <= 3 }
      }
      Entity("Course") {
        Attribute("places", Int.self).range(0...30)
        Relationship("subject", to: "Subject").required()
        Relationship("teacher", to: "Teacher", inverse: "courses").required()
        Relationship("pupils", to: "Pupil", .toMany, inverse: "courses")
        Rule("the teacher teaches the subject") { $0.teacher.subjects.contains($0.subject) }
        Rule("there are places for all") { $0.pupils.count <= $0.places }
        Rule("all pupils are old enough") { $0.pupils.all { $0.age >= 6 } }
      }
      Entity("Pupil") {
        Attribute("age", Int.self).range(3...20)
        Relationship("courses", to: "Course", .toMany, inverse: "pupils")
      }
    }
  }

  /// A car is at its branch, and has one rental at a time.
  static let rental = EverydayModel(testDescription: "rental") {
    try ManagedObjectModel("Rental") {
      Entity("Branch") {
        Attribute("city", String.self).length(1...)
        Attribute("spaces", Int.self).range(1...50)
        Relationship("cars", to: "Car", .toMany, inverse: "branch")
        Relationship("manager", to: "Clerk", inverse: "managed").required()
        Relationship("clerks", to: "Clerk", .toMany, inverse: "branch")
        Rule("the manager works there") { $0.manager.branch == $0 }
      }
      Entity("Clerk") {
        Attribute("name", String.self).length(1...)
        Relationship("branch", to: "Branch", inverse: "clerks").required()
        Relationship("managed", to: "Branch", inverse: "manager")
      }
      Entity("Car") {
        Attribute("plate", String.self).matching("[A-Z]{2}-[0-9]{4}").identifying()
        Attribute("price", Decimal.self).range(10...500)
        Relationship("branch", to: "Branch", inverse: "cars").required()
        Relationship("rentals", to: "Contract", .toMany, inverse: "car")
        Rule("one rental is open") { $0.rentals.filter { $0.isOpen == true }.count <= 1 }
      }
      Entity("Contract") {
        Attribute("isOpen", Bool.self)
        Attribute("days", Int.self).range(1...30)
        Attribute("sum", Decimal.self)
        Relationship("car", to: "Car", inverse: "rentals").required()
        Relationship("clerk", to: "Clerk").required()
        Rule("the sum is that of the days") { $0.sum == $0.car.price * $0.days }
        Rule("the clerk is of the branch") { $0.clerk.branch == $0.car.branch }
      }
    }
  }

  /// Seats belong to the hall of the show, and are sold once.
  static let cinema = EverydayModel(testDescription: "cinema") {
    try ManagedObjectModel("Cinema") {
      Entity("Hall") {
        Attribute("name", String.self).length(1...)
        Relationship("seats", to: "Seat", .toMany, inverse: "hall")
        Relationship("shows", to: "Show", .toMany, inverse: "hall")
        Rule("a hall has two seats at least") { $0.seats.count >= 2 }
      }
      Entity("Seat") {
        Attribute("row", Int.self).range(1...40)
        Relationship("hall", to: "Hall", inverse: "seats").required()
        Relationship("tickets", to: "Ticket", .toMany, inverse: "seat")
      }
      Entity("Show") {
        Attribute("starts", Int.self).range(0...10_000)
        Relationship("hall", to: "Hall", inverse: "shows").required()
        Relationship("tickets", to: "Ticket", .toMany, inverse: "show")
        Rule("no more tickets than seats") { $0.tickets.count <= $0.hall.seats.count }
      }
      Entity("Ticket") {
        Attribute("price", Int.self).range(5...30)
        Relationship("show", to: "Show", inverse: "tickets").required()
        Relationship("seat", to: "Seat", inverse: "tickets").required()
        Unique("show", "seat")
        Rule("the seat is of the hall") { $0.seat.hall == $0.show.hall }
      }
    }
  }
}
