import type { Page } from '../../shared/contract/page.ts'
import { embeddedPages, publicPages } from '../../shared/contract/shared-pages.ts'
import type { Caller } from './caller.ts'
import { tokenFor } from './embedding-token.ts'

type Shown = {
  readonly admin: Caller
  readonly cardId: number
  /** With the card on it, and maybe a text. */
  readonly dashboard: {
    readonly id: number
    readonly dashcardId: number
    readonly textId?: number
  }
}

/** Puts a text on a dashboard. */
const addText = async (admin: Caller, dashboardId: number): Promise<number> => {
  const place = { row: 0, col: 0, sizeX: 4, sizeY: 4 }
  const text = { cardId: null, ...place, visualization_settings: { text: 'Read this' } }
  return (await admin.post(`/api/dashboard/${dashboardId}/cards`, text)).body.id
}

/** Shares and embeds a question and a dashboard; answers where each of their pages is. */
export const sharedAddresses = async ({
  admin,
  cardId,
  dashboard,
}: Shown): Promise<ReadonlyMap<Page, string>> => {
  const linkTo = async (path: string): Promise<string> => {
    await admin.put(path, { enable_embedding: true })
    return (await admin.post(`${path}/public_link`)).body.uuid
  }
  const keys = {
    public: {
      question: await linkTo(`/api/card/${cardId}`),
      dashboard: await linkTo(`/api/dashboard/${dashboard.id}`),
    },
    embed: {
      question: tokenFor({ question: cardId }),
      dashboard: tokenFor({ dashboard: dashboard.id }),
    },
  }
  const textId = dashboard.textId ?? (await addText(admin, dashboard.id))
  const placed = ({ path }: Page, key: string) =>
    path
      .replace(':key', key)
      .replace(':dashcardId/text', `${textId}/text`)
      .replace(':dashcardId', String(dashboard.dashcardId))
      .replace(':cardId', String(cardId))
  const addresses = (pages: typeof publicPages | typeof embeddedPages, of: 'public' | 'embed') =>
    Object.values(pages).map((page): readonly [Page, string] => {
      const kind = page === pages.question || page === pages.questionPart ? 'question' : 'dashboard'
      return [page, placed(page, keys[of][kind])]
    })
  return new Map([...addresses(publicPages, 'public'), ...addresses(embeddedPages, 'embed')])
}
