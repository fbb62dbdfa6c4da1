import type { ReactorWatch } from '../../shared/ports/reactor-watch.ts'
import { backlogs, reactions } from './index.ts'

/** Reactors, for whoever watches. */
export const reactorWatch: ReactorWatch = {
  found: (reactor, due) => backlogs.happened({ reactor, due }),
  work: (reactor, work) => reactions.run({ reactor }, work),
}
