import { secretMask } from '../contract/engine-details.ts'

type Headers = Readonly<Record<string, string>>

const secretName =
  /auth|cookie|token|secret|password|passwd|credential|signature|session|(?:^|[-_])(?:api[-_]?)?key(?:$|[-_])|apikey/i

/** Whether what stands under this name is nobody's business. */
export const isSecretName = (name: string): boolean => secretName.test(name)

const entriesOf = (headers: Headers, isSecret: boolean) =>
  Object.entries(headers).filter(([name]) => isSecretName(name) === isSecret)

/** The secret ones, by their names in lower case. */
export const secretsIn = (headers: Headers): Headers =>
  Object.fromEntries(entriesOf(headers, true).map(([name, value]) => [name.toLowerCase(), value]))

/** With a mask in place of what is secret. */
export const maskedHeaders = (headers: Headers): Record<string, string> =>
  Object.fromEntries([
    ...entriesOf(headers, false),
    ...entriesOf(headers, true).map(([name]) => [name, secretMask] as const),
  ])

/** With what is behind the masks. */
export const openedHeaders = (headers: Headers, secrets: Headers): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      value === secretMask ? (secrets[name.toLowerCase()] ?? value) : value,
    ]),
  )
