import { crc32, inflateRawSync } from 'node:zlib'
import exceljs from 'exceljs'

/** The first parser: exceljs. */
export const openWithExceljs = async (file: Buffer) => {
  const workbook = new exceljs.Workbook()
  await workbook.xlsx.load(new Uint8Array(file).buffer)
  const sheet = workbook.worksheets[0]
  if (!sheet) throw new Error('The workbook has no sheet.')
  return { workbook, sheet }
}

const centralSignature = 0x02014b50
const endSignature = 0x06054b50

/** The second: a zip reader of our own, by the central directory, checking every size and CRC. */
export const unzip = (file: Buffer): ReadonlyMap<string, string> => {
  const end = file.length - 22
  if (file.readUInt32LE(end) !== endSignature) throw new Error('There is no end of directory.')
  const parts = new Map<string, string>()
  let at = file.readUInt32LE(end + 16)
  for (let left = file.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (file.readUInt32LE(at) !== centralSignature) throw new Error('There is no directory entry.')
    const nameLength = file.readUInt16LE(at + 28)
    const offset = file.readUInt32LE(at + 42)
    const start = offset + 30 + file.readUInt16LE(offset + 26) + file.readUInt16LE(offset + 28)
    const content = inflateRawSync(file.subarray(start, start + file.readUInt32LE(at + 20)))
    const name = file.toString('utf8', at + 46, at + 46 + nameLength)
    if (content.length !== file.readUInt32LE(at + 24)) throw new Error(`${name}: wrong size`)
    if (crc32(content) !== file.readUInt32LE(at + 16)) throw new Error(`${name}: wrong CRC`)
    parts.set(name, content.toString())
    at += 46 + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32)
  }
  return parts
}

export const sheetXml = (file: Buffer): string => unzip(file).get('xl/worksheets/sheet1.xml') ?? ''

/** One cell's element, for example `<c r="A2"><v>1</v></c>`. */
export const cellElement = (xml: string, reference: string): string | undefined =>
  new RegExp(`<c r="${reference}"(?:[^>]*/>|.*?</c>)`, 's').exec(xml)?.[0]

/** Undoes the `_xHHHH_` of the format, which exceljs hands over as it stands. */
export const unescaped = (value: unknown): string =>
  String(value).replace(/_x([0-9A-F]{4})_/g, (_, hex) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
