import { z } from 'zod'
import { jsonText } from './dataset.ts'
import { page } from './page.ts'

/** Addresses of the files these pages load begin here. */
export const sharedAssetsPath = '/public/assets'

const id = z.string().regex(/^[1-9]\d{0,9}$/, 'must be an id')
/** A UUID, or a signed token: the API knows, and says what is wrong with it. */
const byKey = z.object({ key: z.string() })
const placed = { dashcardId: id, cardId: id }

/** Values of parameters by their slugs, to begin with: several as a JSON list, or one by one. */
const givenValues = z.record(z.string(), z.string().or(z.array(z.string())))
export type GivenValues = z.output<typeof givenValues>

/** As many as there are, within reason. */
const pixels = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,4}$/, 'must be a whole number of pixels')
    .transform((text) => Math.min(Math.max(Number(text), least), most))

const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()])

/** By slug a value of a parameter, or several. */
const values = z.record(z.string(), scalar.or(z.array(scalar)))
export type ParameterValues = z.output<typeof values>

/** How a card is drawn, and with which values of parameters. */
const drawn = z.object({
  /** Of the box it is put into, CSS pixels. */
  width: pixels(200, 2_400).default(800),
  height: pixels(80, 1_600).optional(),
  theme: z.enum(['light', 'night', 'transparent']).default('light'),
  /** As JSON text. */
  values: z
    .string()
    .max(20_000, 'must have at most 20000 characters')
    .default('{}')
    .transform((text): unknown => text)
    .pipe(jsonText(values)),
})
export type Drawn = z.output<typeof drawn>

const open = { access: 'anyone', title: 'Analytics' } as const
const byLink = { ...open, rate: 'public', frames: 'public' } as const
const embedded = { ...open, rate: 'embed', frames: 'embed' } as const
const whole = { query: givenValues, manyValues: true } as const
const part = { isPart: true, query: drawn } as const

export const publicQuestionPage = page({
  ...byLink,
  ...whole,
  path: '/public/question/:key',
  params: byKey,
})

export const publicDashboardPage = page({
  ...byLink,
  ...whole,
  path: '/public/dashboard/:key',
  params: byKey,
})

export const embeddedQuestionPage = page({
  ...embedded,
  ...whole,
  path: '/embed/question/:key',
  params: byKey,
})

export const embeddedDashboardPage = page({
  ...embedded,
  ...whole,
  path: '/embed/dashboard/:key',
  params: byKey,
})

export const publicQuestionPart = page({
  ...byLink,
  ...part,
  path: '/public/question/:key/card',
  params: byKey,
})

export const publicDashboardPart = page({
  ...byLink,
  ...part,
  path: '/public/dashboard/:key/dashcard/:dashcardId/card/:cardId',
  params: byKey.extend(placed),
})

export const embeddedQuestionPart = page({
  ...embedded,
  ...part,
  path: '/embed/question/:key/card',
  params: byKey,
})

export const embeddedDashboardPart = page({
  ...embedded,
  ...part,
  path: '/embed/dashboard/:key/dashcard/:dashcardId/card/:cardId',
  params: byKey.extend(placed),
})

export const publicDashboardText = page({
  ...byLink,
  ...part,
  path: '/public/dashboard/:key/dashcard/:dashcardId/text',
  params: byKey.extend({ dashcardId: id }),
})

export const embeddedDashboardText = page({
  ...embedded,
  ...part,
  path: '/embed/dashboard/:key/dashcard/:dashcardId/text',
  params: byKey.extend({ dashcardId: id }),
})

/** By whose word one may see them. */
export const publicPages = {
  question: publicQuestionPage,
  dashboard: publicDashboardPage,
  questionPart: publicQuestionPart,
  dashboardPart: publicDashboardPart,
  dashboardText: publicDashboardText,
} as const

export const embeddedPages = {
  question: embeddedQuestionPage,
  dashboard: embeddedDashboardPage,
  questionPart: embeddedQuestionPart,
  dashboardPart: embeddedDashboardPart,
  dashboardText: embeddedDashboardText,
} as const

export const sharedPages = [...Object.values(publicPages), ...Object.values(embeddedPages)]
