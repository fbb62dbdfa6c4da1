import type { Html } from '../../pages/html.ts'

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
}

/** What our own texts say without their marks; where a link leads stands behind it. */
export const plainText = ({ text }: Html): string =>
  text
    .replace(/<a href="([^"]*)"[^>]*>(.*?)<\/a>/gs, (_, address: string, words: string) =>
      words === address ? address : `${words} (${address})`,
    )
    .replace(/<li>/g, '- ')
    .replace(/<br>|<hr>|<\/(?:p|li|h\d|blockquote)>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? entity)
    .replace(/\n{3,}/g, '\n\n')
    .trim()
