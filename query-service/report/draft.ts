import type { MailAttachment } from '../../shared/ports/mailer.ts'
import type { PngRenderer } from '../../shared/ports/png-renderer.ts'
import type { ReportMedium, ReportOrder } from '../../shared/ports/reports.ts'
import type { Settings } from '../../shared/ports/settings.ts'
import { type AnswerDependencies, type Asking, answerOf, type QuestionAnswer } from './answers.ts'
import { filterLines } from './filters.ts'
import type { MailDocument, MailSection } from './mail/document.ts'
import { inlinePicture } from './mail/pictures.ts'
import { type QuestionPart, reportParts } from './parts.ts'

export type DraftDependencies = AnswerDependencies & {
  readonly pngs: PngRenderer
  readonly settings: Pick<Settings, 'get'>
}

/** A report before it is put into the form of a medium. */
export type Draft = {
  readonly document: MailDocument
  readonly pictures: readonly MailAttachment[]
  readonly answers: readonly QuestionAnswer[]
}

/** Asks one question after the other: nobody waits for it. */
export const draftOf = (dependencies: DraftDependencies) => {
  const { pngs, settings } = dependencies
  const answer = answerOf(dependencies)

  const footerOf = async ({ views, open: { dashboard, reader } }: Asking): Promise<string> => {
    const person = await views
      .selectFrom('users')
      .select(['common_name', 'email'])
      .where('id', '=', reader.userId)
      .executeTakeFirst()
    const who = person?.common_name.trim() || person?.email || 'Somebody'
    const site = await settings.get('site-name')
    return `${site}: ${who} has the dashboard “${dashboard.name}” sent to you.`
  }

  const pictureFor = async (
    { dashcard, placed: [first] }: QuestionPart,
    answered: QuestionAnswer,
    medium: ReportMedium,
  ): Promise<MailAttachment | undefined> => {
    if (medium !== 'email' || answered.kind !== 'answered' || !answered.svg) return undefined
    return inlinePicture(pngs, answered.svg, `chart-${dashcard.id}-${first.id}`)
  }

  return async (asking: Asking, order: ReportOrder, medium: ReportMedium): Promise<Draft> => {
    const { open, filters } = asking
    const pictures: MailAttachment[] = []
    const answers: QuestionAnswer[] = []
    const sections: MailSection[] = []
    for (const part of reportParts(open, order, filters)) {
      asking.signal.throwIfAborted()
      if (part.kind !== 'question') {
        sections.push(part)
        continue
      }
      const answered = await answer(asking, part)
      const picture = await pictureFor(part, answered, medium)
      if (picture) pictures.push(picture)
      answers.push(answered)
      const { title: name } = part.placed[0]
      sections.push({ kind: 'question', name, answer: answered, cid: picture?.cid })
    }
    const document = {
      title: order.name,
      description: open.dashboard.description,
      filters: filterLines(filters),
      sections,
      notes: [],
      footer: await footerOf(asking),
    }
    return { document, pictures, answers }
  }
}
