/** A reader by the letter of RFC 4180, with LF for its line ends. */
export const parseCsv = (text: string): string[][] => {
  const fields = /(?:"((?:[^"]|"")*)"|([^",\n]*))([,\n])/gy
  const rows: string[][] = []
  let row: string[] = []
  for (const [, quoted, plain = '', end] of text.matchAll(fields)) {
    row.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end === '\n') {
      rows.push(row)
      row = []
    }
  }
  return rows
}
