import type { PublicResult } from '../../shared/contract/public-records.ts'
import { found, Refusal, type RefusalKind } from '../../shared/kernel/refusal.ts'
import type { ChartRenderer } from '../../shared/ports/chart-renderer.ts'
import type { QueryErrorType } from '../../shared/ports/engine-driver.ts'
import type { DashcardRow } from '../../shared/views/dashboard.ts'
import type { Picture } from '../charts/picture.ts'
import { drawPicture } from '../charts/render-picture.ts'
import type { Views } from '../context.ts'
import { runOfDashcard } from '../run-of.ts'
import { type SavedRun, type SavedRunDependencies, savedRuns } from '../saved-runs.ts'
import { answeredTogether } from '../shared-things/answered-together.ts'
import type { PlacedCard } from '../shared-things/placed-cards.ts'
import { publicResult } from '../shared-things/public-result.ts'
import type { FilterValue } from './filters.ts'
import type { OpenReport } from './open.ts'
import type { QuestionPart } from './parts.ts'

export type AnswerDependencies = SavedRunDependencies & { readonly charts: ChartRenderer }

/** What became of a question: what it looks like, or in words why there is nothing to see. */
export type QuestionAnswer = {
  /** Something is missing that may be there later. */
  readonly mayPass: boolean
} & (
  | {
      readonly kind: 'answered'
      readonly picture: Picture
      readonly svg: string | undefined
      readonly rows: number
    }
  | { readonly kind: 'unanswered'; readonly problem: string }
)

/** Later, the same question may have an answer. */
const passing: ReadonlySet<string> = new Set<QueryErrorType | RefusalKind>([
  'connection',
  'timed-out',
  'overloaded',
  'unavailable',
])

/** Of what a mail or a chat has room for, CSS pixels. */
export const pictureWidth = 600

const look = { theme: 'light', width: pictureWidth } as const

const generic = 'This question could not be answered.'

/** A refusal as the result of a question among others. */
const refused = ({ kind }: Refusal): PublicResult => ({
  status: 'failed',
  data: { rows: [], cols: [] },
  row_count: 0,
  error: generic,
  error_type: kind,
})

export type Asking = {
  readonly views: Views
  readonly open: OpenReport
  readonly filters: readonly FilterValue[]
  readonly signal: AbortSignal
}

/** A question with the filters set. @throws {Refusal} 400 for values that it does not take */
export const runOfPart = (
  { open, filters }: Asking,
  { dashcard, cardId }: { readonly dashcard: DashcardRow; readonly cardId: number },
): SavedRun | undefined => {
  const card = open.cards.get(cardId)
  if (!card) return undefined
  const values = filters.map(({ parameter, value }) => ({ id: String(parameter.id), value }))
  const run = runOfDashcard({ dashboard: open.dashboard, dashcard, card }, values)
  return { ...run, context: 'dashboard-subscription' }
}

/** What this does holds memory until `release`. */
export const callerFor = ({ views, open, signal }: Asking) => {
  const held: (() => void)[] = []
  return {
    caller: {
      actor: open.reader,
      views,
      position: undefined,
      signal,
      afterwards: (action: () => void) => void held.push(action),
    },
    release: () => {
      for (const action of held) action()
    },
  }
}

/** Runs a question, with those in one picture with it, and draws what they answer. */
export const answerOf = (dependencies: AnswerDependencies) => {
  const runs = savedRuns(dependencies)

  /** What a database says of a failure stays here. */
  const resultOf = async (
    asking: Asking,
    { dashcard }: QuestionPart,
    card: PlacedCard,
    caller: ReturnType<typeof callerFor>['caller'],
  ): Promise<PublicResult> => {
    try {
      const run = found(runOfPart(asking, { dashcard, cardId: card.id }), 'Card')
      const ask = card.askedAs === 'pivot' ? runs.pivot : runs.result
      return publicResult(await ask(caller, run), asking.open.dashboard.parameters)
    } catch (error) {
      asking.signal.throwIfAborted()
      if (!(error instanceof Refusal)) throw error
      return refused(error)
    }
  }

  return async (asking: Asking, part: QuestionPart): Promise<QuestionAnswer> => {
    const { caller, release } = callerFor(asking)
    let mayPass = false
    const run = async (card: PlacedCard) => {
      const result = await resultOf(asking, part, card, caller)
      mayPass ||= result.status === 'failed' && passing.has(result.error_type ?? '')
      return result
    }
    try {
      const answered = await answeredTogether(part.placed, run, look)
      if (answered.kind === 'failed')
        return { kind: 'unanswered', problem: answered.result.error ?? generic, mayPass }
      const { card, result, settings, rows } = answered
      const drawn = await drawPicture(dependencies.charts, card, result, settings, look)
      return { kind: 'answered', ...drawn, rows, mayPass }
    } finally {
      release()
    }
  }
}
