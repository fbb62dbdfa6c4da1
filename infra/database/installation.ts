import { type Logins, loginsOf } from './logins.ts'

/** What one installation has on a Postgres server; others may have theirs beside it. */
export type Installation = {
  /** The database of the service. */
  readonly service: string
  /** The database people may try things with. */
  readonly sample: string
  readonly logins: Logins
  /** What queries of the sample run as. */
  readonly sampleReader: string
}

/** On a server of an operator's, by the database they name. */
export const installationIn = (service: string): Installation => {
  const logins = loginsOf('analytics_app')
  const sample = `${service}_sample`
  return { service, sample, logins, sampleReader: `${sample}_reader` }
}
