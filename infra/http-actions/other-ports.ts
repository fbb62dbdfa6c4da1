/**
 * Where servers listen that take a request of HTTP for commands of their own, or have no lock on
 * their door: the Fetch standard's list, and databases, brokers and caches.
 */
const ports: readonly number[] = [
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102,
  103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465,
  512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993,
  995, 1113, 1433, 1521, 1719, 1720, 1723, 2049, 2113, 2181, 2375, 2376, 2379, 2380, 3306, 3389,
  3659, 4045, 4190, 4222, 5060, 5061, 5432, 5433, 5435, 5672, 5900, 5984, 6000, 6222, 6379, 6380,
  6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 7000, 7001, 8086, 8222, 9042, 9092, 9200, 9300,
  10080, 10250, 11211, 15672, 16379, 26379, 27017, 27018, 27019, 28017,
]

const others: ReadonlySet<number> = new Set(ports)

/** Nothing that speaks HTTP is meant to be found there. */
export const isOtherPort = (port: number): boolean => others.has(port)
