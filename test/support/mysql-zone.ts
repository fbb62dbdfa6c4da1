import type { Customer } from './customers.ts'

/** Summer time begins and ends at 01:00 UTC on these Sundays. */
const berlin = {
  name: 'Europe/Berlin',
  winter: 3600,
  summer: 7200,
  years: [
    ['2024-03-31', '2024-10-27'],
    ['2025-03-30', '2025-10-26'],
    ['2026-03-29', '2026-10-25'],
    ['2027-03-28', '2027-10-31'],
  ],
} as const

const secondsAt = (day: string): number => Date.parse(`${day}T01:00:00Z`) / 1000

/**
 * Fills the server's time zone tables with Europe/Berlin from 2024 to 2027 and nothing else, as
 * `mysql_tzinfo_to_sql` would; not every machine has that program or the files it reads.
 */
export const teachBerlin = async ({ run }: Customer): Promise<void> => {
  const [known] = await run(`select Time_zone_id from mysql.time_zone_name
    where Name = '${berlin.name}'`)
  if (known) return
  const changes = berlin.years.flatMap(([spring, autumn]) => [
    `(@zone, ${secondsAt(spring)}, 1)`,
    `(@zone, ${secondsAt(autumn)}, 0)`,
  ])
  await run(
    `insert into mysql.time_zone (Use_leap_seconds) values ('N')`,
    'set @zone = last_insert_id()',
    `insert into mysql.time_zone_transition_type
      (Time_zone_id, Transition_type_id, \`Offset\`, Is_DST, Abbreviation)
      values (@zone, 0, ${berlin.winter}, 0, 'CET'), (@zone, 1, ${berlin.summer}, 1, 'CEST')`,
    `insert into mysql.time_zone_transition (Time_zone_id, Transition_time, Transition_type_id)
      values ${changes.join()}`,
    `insert into mysql.time_zone_name (Name, Time_zone_id) values ('${berlin.name}', @zone)`,
  )
}
