import { pipeline } from 'node:stream/promises'
import { crc32, createDeflateRaw } from 'node:zlib'
import { Refusal } from '../../../../shared/kernel/refusal.ts'
import type { ExportSink } from '../exporter.ts'
import { readAhead } from '../read-ahead.ts'

const localHeaderSignature = 0x04034b50
const descriptorSignature = 0x08074b50
const centralHeaderSignature = 0x02014b50
const endSignature = 0x06054b50
const version = 20
const deflated = 8
/** Sizes follow the data, in a descriptor; names are UTF-8. */
const flags = 0x0808
/** 1980-01-01: the format's zero, so equal content gives equal bytes. */
const dosDate = 0x0021
const maxBytes = 0xffff_ffff
/** Room for the compressed rows of a slice: zlib's thread then never waits for this one. */
const chunkSize = 256 * 1024

type Entry = {
  readonly name: Buffer
  readonly offset: number
  readonly crc: number
  readonly compressed: number
  readonly size: number
}

const u16 = (value: number) => [value & 0xff, (value >>> 8) & 0xff]
const u32 = (value: number) => [...u16(value & 0xffff), ...u16(value >>> 16)]

const localHeader = (name: Buffer) =>
  Buffer.concat([
    Buffer.from([
      ...u32(localHeaderSignature),
      ...[version, flags, deflated, 0, dosDate].flatMap(u16),
      ...[0, 0, 0].flatMap(u32),
      ...[name.length, 0].flatMap(u16),
    ]),
    name,
  ])

const descriptor = ({ crc, compressed, size }: Entry) =>
  Buffer.from([descriptorSignature, crc, compressed, size].flatMap(u32))

const centralHeader = ({ name, offset, crc, compressed, size }: Entry) =>
  Buffer.concat([
    Buffer.from([
      ...u32(centralHeaderSignature),
      ...[version, version, flags, deflated, 0, dosDate].flatMap(u16),
      ...[crc, compressed, size].flatMap(u32),
      ...[name.length, 0, 0, 0, 0].flatMap(u16),
      ...[0, offset].flatMap(u32),
    ]),
    name,
  ])

const endOfDirectory = (entries: number, size: number, offset: number) =>
  Buffer.from([
    ...u32(endSignature),
    ...[0, 0, entries, entries].flatMap(u16),
    ...[size, offset].flatMap(u32),
    ...u16(0),
  ])

const tooLarge = () =>
  new Refusal('validation', 'The result is larger than an .xlsx file can be; export it as csv.')

export type ZipArchive = {
  /** Compresses one file as its content arrives; the sink's pace is the content's pace. */
  add(name: string, content: AsyncIterable<Uint8Array>): Promise<void>
  /** Writes the directory; the archive is whole after that. */
  finish(): Promise<void>
}

/** A zip archive written front to back, without ever seeking. */
export const zipArchive = (sink: ExportSink): ZipArchive => {
  const entries: Entry[] = []
  let position = 0
  const write = async (chunk: Uint8Array) => {
    position += chunk.length
    await sink(chunk)
  }

  return {
    async add(name, content) {
      const header = { name: Buffer.from(name), offset: position }
      let crc = 0
      let size = 0
      const measured = async function* () {
        for await (const chunk of readAhead(content)) {
          crc = crc32(chunk, crc)
          size += chunk.length
          if (size > maxBytes) throw tooLarge()
          yield chunk
        }
      }
      await write(localHeader(header.name))
      const start = position
      const deflate = createDeflateRaw({ level: 1, chunkSize })
      await pipeline(measured, deflate, async (compressed: AsyncIterable<Uint8Array>) => {
        for await (const chunk of compressed) await write(chunk)
      })
      if (position > maxBytes) throw tooLarge()
      const entry = { ...header, crc, compressed: position - start, size }
      await write(descriptor(entry))
      entries.push(entry)
    },

    async finish() {
      const offset = position
      for (const entry of entries) await write(centralHeader(entry))
      await write(endOfDirectory(entries.length, position - offset, offset))
    },
  }
}
