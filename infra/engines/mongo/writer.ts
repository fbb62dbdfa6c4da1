import type { EngineWriter } from '../../../shared/ports/engine-writer.ts'
import { writeProblem } from '../write-problems.ts'

const message = 'MongoDB: actions do not write to databases of this engine.'

/** Says no: documents have no columns that a form could be made of. */
export const mongoWriter = (): EngineWriter => ({
  engine: 'mongo',
  async write() {
    return { kind: 'rolled-back', reason: writeProblem('unsupported-feature', { message }) }
  },
  release: async () => undefined,
  close: async () => undefined,
})
