import { randomBytes } from 'node:crypto'
import argon2 from 'argon2'
import { boundedQueue } from '../bounded-queue.ts'

/** OWASP's second choice for Argon2id: 19 MiB, two passes, one lane. */
const parameters = { type: argon2.argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const encoded = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=\d+\$/

/** Memory times passes is what a guess costs; anything but Argon2id 1.3 counts as weaker. */
const isWeaker = (hash: string): boolean => {
  const [, memory = 0, passes = 0] = encoded.exec(hash) ?? []
  return Number(memory) * Number(passes) < parameters.memoryCost * parameters.timeCost
}

const base64 = (size: number) => randomBytes(size).toString('base64').replace(/=+$/, '')

/** A hash no password has: random bytes in its place. Checking it costs what any check costs. */
const { memoryCost, timeCost, parallelism } = parameters
const nobody = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${base64(16)}$${base64(32)}`

export type PasswordHasher = {
  hash(password: string): Promise<string>
  /** Without a hash it takes as long and says no. `stronger` replaces a hash that has aged. */
  verify(
    hash: string | undefined,
    password: string,
  ): Promise<{ readonly matches: boolean; readonly stronger?: string }>
}

/**
 * Argon2id, two at a time with twenty waiting: a storm of logins leaves threads and memory to the
 * rest of the service. One per process. @throws {Refusal} `overloaded` beyond that.
 */
export const passwordHasher = (): PasswordHasher => {
  const inTurn = boundedQueue({
    atOnce: 2,
    waiting: 20,
    refusal: 'Too many logins at once; try again in a moment.',
  })
  return {
    hash: (password) => inTurn(() => argon2.hash(password, parameters)),
    verify: (hash = nobody, password) =>
      inTurn(async () => {
        const matches = await argon2.verify(hash, password)
        return matches && isWeaker(hash)
          ? { matches, stronger: await argon2.hash(password, parameters) }
          : { matches }
      }),
  }
}
