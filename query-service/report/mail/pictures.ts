import { ChartProblem } from '../../../shared/ports/chart-renderer.ts'
import type { MailAttachment } from '../../../shared/ports/mailer.ts'
import type { PngRenderer } from '../../../shared/ports/png-renderer.ts'
import { pictureWidth } from '../answers.ts'

/** Screens have twice as many pixels as pages count. */
const sharpness = 2

/** A picture that travels with a mail; undefined where it cannot be made: its table is shown then. */
export const inlinePicture = async (
  pngs: PngRenderer,
  svg: string,
  cid: string,
): Promise<MailAttachment | undefined> => {
  try {
    const content = await pngs.render(svg, pictureWidth * sharpness)
    return { filename: `${cid}.png`, contentType: 'image/png', content, cid }
  } catch (error) {
    if (!(error instanceof ChartProblem)) throw error
    return undefined
  }
}
