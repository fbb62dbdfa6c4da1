import type { PublicLinkEvent } from '../shared/events/public-link.ts'
import { publicLinks } from '../shared/views/public-link.ts'
import { projection } from './runtime/projection.ts'

/** Links for everybody that hold. A removed one must never open again, so a fault stops the line. */
export const publicLinkProjection = projection<PublicLinkEvent>({
  name: 'public-link',
  version: 1,
  onFailure: 'stop',
  views: [publicLinks],
  on: {
    PublicLinkCreated: (write, { data, at, actor }) =>
      write.put(publicLinks, {
        uuid: data.uuid,
        kind: data.kind,
        entity_id: data.entityId,
        expires_at: data.expiresAt,
        created_by: actor.kind === 'user' ? actor.id : null,
        created_at: at,
      }),

    PublicLinkRemoved: (write, { data }) => write.remove(publicLinks, { uuid: data.uuid }),
  },
})
