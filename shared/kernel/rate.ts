import { z } from 'zod'

const message = 'must be requests/seconds, such as 600/60'
const inWords = /^[1-9]\d{0,6}\/[1-9]\d{0,4}$/

/** So many calls in a window of so many seconds. */
const rate = z.object({ points: z.int().positive(), seconds: z.int().positive() }).readonly()

export type Rate = z.infer<typeof rate>

/** `600/60`: calls per seconds, up to 9 999 999 and 99 999. */
export const rateText = z.codec(z.string(message).regex(inWords, message), rate, {
  decode: (text) => {
    const [points = 0, seconds = 0] = text.split('/').map(Number)
    return { points, seconds }
  },
  encode: ({ points, seconds }) => `${points}/${seconds}`,
})
