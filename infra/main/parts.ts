import type { AnyEndpoint } from '../../shared/contract/endpoint.ts'
import type { Role } from '../roles.ts'

export type Side = AnyEndpoint['side']

/** What goes on without anybody asking: read models are fed, what is due is done. */
export type Loop = 'projector' | 'worker'

export type Parts = {
  /** Whose endpoints are answered; the query side brings the pages and the API's description. */
  readonly sides: readonly Side[]
  readonly loops: readonly Loop[]
}

/** What a process of each role is made of. */
export const partsOf: Readonly<Record<Role, Parts>> = {
  all: { sides: ['command', 'query'], loops: ['projector', 'worker'] },
  command: { sides: ['command'], loops: [] },
  query: { sides: ['query'], loops: [] },
  projector: { sides: [], loops: ['projector'] },
  worker: { sides: [], loops: ['worker'] },
}
