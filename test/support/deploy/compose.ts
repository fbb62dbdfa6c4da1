import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

type Mount = string | { readonly source: string; readonly target: string }

export type ComposeService = {
  readonly image: string
  readonly environment?: Readonly<Record<string, string>>
  readonly secrets?: readonly Mount[]
  readonly networks: readonly string[]
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>
  readonly healthcheck: {
    readonly test?: readonly string[]
    readonly disable?: boolean
    readonly [option: string]: unknown
  }
  readonly ports?: readonly string[]
  readonly volumes?: readonly string[]
  readonly profiles?: readonly string[]
  readonly tmpfs?: readonly string[]
  readonly logging: { readonly options: Readonly<Record<string, string>> }
  readonly [option: string]: unknown
}

export type ComposeFile = {
  readonly services: Readonly<Record<string, ComposeService>>
  readonly networks: Readonly<Record<string, { readonly internal?: boolean }>>
  readonly volumes: Readonly<Record<string, unknown>>
  readonly secrets: Readonly<Record<string, { readonly file: string }>>
}

export const composePath = 'infra/deploy/compose.yaml'

export const readCompose = (): ComposeFile =>
  parse(readFileSync(composePath, 'utf8'), { merge: true })

/** As Compose fills in `${NAME}`, `${NAME:-otherwise}` and `${NAME:?why it must be there}`. */
export const filledIn = (text: string, variables: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name, mark, rest) => {
    const value = variables[name] ?? ''
    if (value !== '' || mark === undefined) return value
    if (mark === '?') throw new Error(`${name}: ${rest}`)
    return rest
  })

/** Names of the secrets a service has, and where it finds each. */
export const secretPlaces = ({ secrets = [] }: ComposeService): ReadonlyMap<string, string> =>
  new Map(
    secrets.map((mount) =>
      typeof mount === 'string' ? [mount, `/run/secrets/${mount}`] : [mount.source, mount.target],
    ),
  )
