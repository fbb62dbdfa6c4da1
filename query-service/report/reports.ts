import type { MadeReport, ReportMedium, ReportOrder, Reports } from '../../shared/ports/reports.ts'
import type { Views } from '../context.ts'
import type { Asking } from './answers.ts'
import { chatReport } from './chat.ts'
import { type Draft, type DraftDependencies, draftOf } from './draft.ts'
import { reportFiles } from './files.ts'
import { filterValues } from './filters.ts'
import { mailHtml, mailText } from './mail/document.ts'
import { openReport } from './open.ts'

export type ReportDependencies = DraftDependencies & {
  /** The read models with all that was in the log when they were asked for. */
  readonly views: () => Promise<Views>
}

type Contents = {
  readonly [M in ReportMedium]: (
    asking: Asking,
    order: ReportOrder,
    draft: Draft,
  ) => Promise<MadeReport<M>['content']>
}

/** Makes reports of dashboards: one look at them, told in as many ways as there are media. */
export const dashboardReports = (dependencies: ReportDependencies): Reports => {
  const { views } = dependencies
  const draft = draftOf(dependencies)
  const filesOf = reportFiles(dependencies)

  const contents: Contents = {
    email: async (asking, { cards }, { document, pictures }) => {
      const wanted = cards.filter(({ csv, xlsx }) => csv || xlsx)
      const { files, notes } = await filesOf(asking, wanted)
      const mail = { ...document, notes }
      return {
        subject: mail.title,
        html: mailHtml(mail),
        text: mailText(mail),
        attachments: [...pictures, ...files],
      }
    },
    slack: async (_, __, { document }) => chatReport(document),
  }

  return {
    obstacle: async (order) => {
      const opened = await openReport(await views(), order)
      return 'stopped' in opened ? opened.stopped : undefined
    },

    make: async <M extends ReportMedium>(order: ReportOrder, medium: M, signal: AbortSignal) => {
      const now = await views()
      const open = await openReport(now, order)
      if ('stopped' in open) return open
      const asking = { views: now, open, filters: filterValues(open.dashboard, order), signal }
      const made = await draft(asking, order, medium)
      return {
        content: await (contents[medium] as Contents[M])(asking, order, made),
        isEmpty: made.answers.every((one) => one.kind === 'answered' && one.rows === 0),
        isPartial: made.answers.some(({ mayPass }) => mayPass),
      }
    },
  }
}
