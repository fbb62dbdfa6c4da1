import type { WantedGroups } from '../../shared/contract/permission-graph.ts'
import type { Message } from '../../shared/kernel/decider.ts'
import { Refusal } from '../../shared/kernel/refusal.ts'
import { reviseGraph } from '../../shared/permissions/graph/revise.ts'
import { AccessHistory } from '../../shared/permissions/history/access-history.ts'
import { recorded } from './recorded.ts'

/** A log in memory, and the history of access it amounts to. */
export const accessLog = (...beginning: readonly Message[]) => {
  const history = new AccessHistory()
  const messages: Message[] = []
  const add = (message: Message) => {
    messages.push(message)
    history.record(recorded(message, messages.length))
  }
  beginning.forEach(add)
  return {
    history,
    messages: messages as readonly Message[],
    add,
    /** Does what a PUT of the graph does, tables aside; false, and nothing, when it is refused. */
    put: (groups: WantedGroups): boolean => {
      try {
        const changes = reviseGraph(history.at(), groups)
        const revision = history.revisions.length + 1
        const data = { revision, changes, comment: null, revertedTo: null }
        add({ type: 'PermissionsGraphRevised', data })
        return true
      } catch (error) {
        if (error instanceof Refusal) return false
        throw error
      }
    },
  }
}
