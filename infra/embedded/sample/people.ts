import { date, momentOn, signUpDays, timestamp } from './calendar.ts'
import { places } from './places.ts'
import { type Random, runningSums } from './random.ts'

export type Person = {
  id: number
  name: string
  email: string
  address: string
  city: string
  state: string
  zip: string
  latitude: number
  longitude: number
  source: string
  birth_date: string
  created_at: string
}

const firstNames =
  'Ada Alma Amir Anika Arjun Astrid Beatriz Bruno Camille Carlos Chidi Clara Dario Delia Dmitri Edith Elif Emeka Esther Farid Felix Fiona Gael Greta Hana Hugo Ines Ivan Jada Jonas Joy Kaito Kamala Karim Lara Leo Lina Lucia Magnus Malik Mara Mei Milo Nadia Nia Noor Olga Omar Otto Paula Pedro Priya Quinn Rafael Rosa Ruth Sami Selma Sofia Tariq Tessa Theo Uma Vera Viktor Wanda Wren Yara Yusuf Zoe'.split(
    ' ',
  )
const lastNames =
  'Abara Acosta Albrecht Andersen Baptiste Bauer Bianchi Brandt Castillo Chaudhry Cho Costa Dahl Delgado Diallo Dubois Eriksen Esposito Farouk Fischer Fontaine Fujita Garcia Greene Gupta Haddad Hansen Hayashi Herrera Hoang Ibrahim Iyer Jansen Jensen Kaplan Kato Keller Khan Kim Kowalski Larsen Laurent Lindqvist Lopez Mbeki Mendes Meyer Moreau Morris Nakamura Novak Okafor Olsen Ortiz Park Patel Petrov Ramos Reyes Rossi Sato Schmidt Silva Singh Sorensen Tanaka Torres Usman Varga Walsh Weber Wright Yilmaz Young Zhang Zimmer'.split(
    ' ',
  )
const streets =
  'Alder Birch Canal Cedar Chestnut Church Clover Depot Dogwood Elm Foundry Garden Grove Harbor Hawthorn Hickory Juniper Lake Laurel Linden Magnolia Main Maple Market Meadow Mill Oak Orchard Park Pearl Pine Prospect River School Spring Spruce Station Summit Sycamore Union Vine Walnut Water Willow'.split(
    ' ',
  )
const streetKinds = ['Street', 'Street', 'Avenue', 'Road', 'Lane', 'Drive']
const mailHosts = ['example.com', 'example.org', 'example.net']

const sources = ['Organic', 'Search', 'Social', 'Referral', 'Newsletter'] as const
const sourceShares = runningSums([30, 27, 21, 13, 9])
const placeShares = runningSums(places.map(([, , , , , weight]) => weight))

/** Everybody who signed up, earliest first; ids follow that order. */
export function makePeople(random: Random, count: number): Person[] {
  const joined = Array.from({ length: count }, () =>
    momentOn(random, random.weighted(signUpDays)),
  ).sort((one, other) => one - other)
  return joined.map((moment, index) => makePerson(random, index + 1, moment))
}

function makePerson(random: Random, id: number, joined: number): Person {
  const [first, last] = [random.pick(firstNames), random.pick(lastNames)]
  const place = places[random.weighted(placeShares)] ?? random.pick(places)
  const [city, state, zip, latitude, longitude] = place
  return {
    id,
    name: `${first} ${last}`,
    email: `${first}.${last}.${id}@${random.pick(mailHosts)}`.toLowerCase(),
    address: `${random.between(1, 2400)} ${random.pick(streets)} ${random.pick(streetKinds)}`,
    city,
    state,
    zip: `${zip}${String(random.between(1, 99)).padStart(2, '0')}`,
    latitude: near(random, latitude),
    longitude: near(random, longitude),
    source: sources[random.weighted(sourceShares)] ?? 'Organic',
    birth_date: birthDate(random),
    created_at: timestamp(joined),
  }
}

/** Within some ten kilometres. */
const near = (random: Random, degrees: number): number =>
  Math.round(degrees * 10_000 + random.between(-1200, 1200)) / 10_000

/** Between 1950 and 2006, most around 1978: the mean of three throws. */
function birthDate(random: Random): string {
  const [from, to] = [Date.UTC(1950, 0, 1), Date.UTC(2006, 0, 1)]
  const share = (random.next() * 0.8 + random.next() + random.next() * 1.2) / 3
  return date(from + Math.floor(share * (to - from)))
}
