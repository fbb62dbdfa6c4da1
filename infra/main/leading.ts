import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { leadAlone } from '../leadership/alone.ts'
import type { Leadership } from '../leadership/leadership.ts'
import type { Loop } from './parts.ts'
import type { Storage } from './storage.ts'

/** Who does the work of a loop: on a Postgres of our own there is nobody else. */
export const leadershipOf = (
  _loop: Loop,
  _storage: Storage,
  _config: Config,
  _log: Logger,
): Leadership => leadAlone()
