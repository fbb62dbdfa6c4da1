import type { SubscribedCard } from '../../shared/events/subscription.ts'
import { Refusal } from '../../shared/kernel/refusal.ts'
import type { MailAttachment } from '../../shared/ports/mailer.ts'
import { savedRuns } from '../saved-runs.ts'
import { type AnswerDependencies, type Asking, callerFor, runOfPart } from './answers.ts'
import { isAt } from './open.ts'

/** Most mail servers take no more; Base64 makes a third more of it. */
const mostBytes = 14_000_000

class TooLarge extends Error {
  override readonly name = 'TooLarge'
}

const formats = ['csv', 'xlsx'] as const

/** `name.csv`, `name (2).csv`. */
const numbered = (name: string, taken: ReadonlySet<string>): string => {
  if (!taken.has(name)) return name
  const dot = name.lastIndexOf('.')
  for (let number = 2; ; number += 1) {
    const other = `${name.slice(0, dot)} (${number})${name.slice(dot)}`
    if (!taken.has(other)) return other
  }
}

export type ReportFiles = {
  readonly files: readonly MailAttachment[]
  /** In sentences, what is not among them and why. */
  readonly notes: readonly string[]
}

/** The files that are wanted of questions, as long as a mail has room for them. */
export const reportFiles = (dependencies: AnswerDependencies) => {
  const runs = savedRuns(dependencies)

  return async (asking: Asking, wanted: readonly SubscribedCard[]): Promise<ReportFiles> => {
    const files: MailAttachment[] = []
    const notes: string[] = []
    let left = mostBytes

    const attach = async (one: SubscribedCard, format: (typeof formats)[number]) => {
      const dashcard = asking.open.dashcards.find((place) => isAt(one, place))
      const run = dashcard && runOfPart(asking, { dashcard, cardId: one.cardId })
      if (!run) return
      const { caller, release } = callerFor(asking)
      try {
        const { formatRows, pivotResults } = one
        const file = await runs.download(caller, run, { format, formatRows, pivotResults })
        if ('instead' in file) {
          notes.push(`“${run.card.name}” could not be attached as ${format}.`)
          return
        }
        const chunks: Uint8Array[] = []
        await file.write(async (chunk) => {
          left -= chunk.length
          if (left < 0) throw new TooLarge()
          chunks.push(chunk)
        })
        const filename = numbered(file.fileName, new Set(files.map((it) => it.filename)))
        files.push({ filename, contentType: file.contentType, content: Buffer.concat(chunks) })
      } catch (error) {
        asking.signal.throwIfAborted()
        if (error instanceof TooLarge) {
          left = 0
          notes.push(`“${run.card.name}” is too large to be attached as ${format}.`)
        } else if (error instanceof Refusal) {
          notes.push(`“${run.card.name}” could not be attached as ${format}.`)
        } else throw error
      } finally {
        release()
      }
    }

    for (const one of wanted)
      for (const format of formats) if (one[format]) await attach(one, format)
    return { files, notes }
  }
}
