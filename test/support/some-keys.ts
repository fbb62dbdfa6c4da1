import { randomBytes } from 'node:crypto'
import { deriveKeys, type Keys } from '../../infra/keys.ts'

/** The keys of a service that nobody else runs. */
export const someKeys = (): Keys => deriveKeys(randomBytes(32))
