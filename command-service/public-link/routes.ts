import { randomUUID } from 'node:crypto'
import { shareAction, unshareAction } from '../../shared/contract/action-sharing.ts'
import * as contract from '../../shared/contract/public-link.ts'
import type { SharedKind } from '../../shared/events/public-link.ts'
import { invalid } from '../../shared/kernel/refusal.ts'
import type { AccessHistories } from '../../shared/ports/access-history.ts'
import { type CommandContext, type CommandRoute, on } from '../context.ts'
import { loadPlaces } from '../places.ts'
import { refuseUnlessSharing } from '../public-sharing.ts'
import { type Asking, shareableAction } from '../saved-actions.ts'
import { usableCard } from '../saved-cards.ts'
import { usableDashboard } from '../saved-dashboards.ts'
import type { SettingDependencies } from '../settings.ts'
import { streams } from '../streams.ts'
import { publicLinkDecider } from './decider.ts'

export type PublicLinkDependencies = SettingDependencies & {
  readonly accessHistories: AccessHistories
  readonly now: () => Date
}

/** What is shared has to be there and not put away. @throws {Refusal} 404, then 403 */
const refuseUnusable: {
  readonly [K in SharedKind]: (asking: Asking, entityId: number) => Promise<unknown>
} = {
  card: ({ executor, places }, id) => usableCard(executor, places, id),
  dashboard: ({ executor, places }, id) => usableDashboard(executor, places, id),
  action: shareableAction,
}

type Sharing = Pick<CommandContext, 'executor'> & {
  readonly actor: NonNullable<CommandContext['actor']>
}
type Wanted =
  | { readonly expires_at?: string | null | undefined; readonly rotate: boolean }
  | undefined

export const publicLinkRoutes = ({
  accessHistories,
  fixedSettings,
  now,
}: PublicLinkDependencies): CommandRoute[] => {
  const open = async ({ actor, executor }: Sharing, kind: SharedKind, entityId: number) => {
    await refuseUnlessSharing({ fixedSettings }, executor)
    const places = await loadPlaces(accessHistories, actor.userId)
    await refuseUnusable[kind]({ actor, executor, places }, entityId)
  }

  const share = async (context: Sharing, kind: SharedKind, entityId: number, body: Wanted) => {
    const { expires_at: expiresAt, rotate = false } = body ?? {}
    const at = now()
    if (expiresAt && new Date(expiresAt) <= at)
      throw invalid('expires_at', 'A link that has ended already leads nowhere.')
    await open(context, kind, entityId)
    const { state } = await context.executor.execute(
      streams.publicLink(kind, entityId),
      publicLinkDecider,
      {
        type: 'CreatePublicLink',
        data: {
          kind,
          entityId,
          uuid: randomUUID(),
          expiresAt: expiresAt ? new Date(expiresAt).toISOString() : expiresAt,
          rotate,
          now: at,
        },
      },
    )
    if (!state) throw new Error(`${kind} ${entityId} was shared and has no link`)
    return { uuid: state.uuid, expires_at: state.expiresAt }
  }

  /** A link is taken away wherever there is one: also of what is put away, and while sharing is off. */
  const unshare = async (context: Sharing, kind: SharedKind, entityId: number) => {
    await context.executor.execute(streams.publicLink(kind, entityId), publicLinkDecider, {
      type: 'RemovePublicLink',
      data: { kind, entityId },
    })
  }

  return [
    on(contract.shareCard, ({ params: { id }, body }, context) => share(context, 'card', id, body)),
    on(contract.unshareCard, ({ params: { id } }, context) => unshare(context, 'card', id)),
    on(contract.shareDashboard, ({ params: { id }, body }, context) =>
      share(context, 'dashboard', id, body),
    ),
    on(contract.unshareDashboard, ({ params: { id } }, context) =>
      unshare(context, 'dashboard', id),
    ),
    on(shareAction, ({ params: { id }, body }, context) => share(context, 'action', id, body)),
    on(unshareAction, ({ params: { id } }, context) => unshare(context, 'action', id)),
  ]
}
