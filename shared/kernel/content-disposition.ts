/** RFC 8187: everything but its `attr-char` is percent-encoded. */
const extendedValue = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/**
 * The `Content-Disposition` of a download (RFC 6266) for any file name. Older readers get an ASCII
 * name without quotes, separators or line ends; the true name follows when it differs.
 */
export const attachment = (fileName: string): string => {
  const ascii = fileName.replace(/[^\x20-\x7e]|["\\/%]/g, '_')
  const extended = ascii === fileName ? '' : `; filename*=UTF-8''${extendedValue(fileName)}`
  return `attachment; filename="${ascii}"${extended}`
}
