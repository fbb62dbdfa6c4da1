import { inflateRawSync } from 'node:zlib'

const endOfDirectory = 0x06054b50
const stored = 0

/** One file out of a zip archive; undefined where there is none of that name. */
export function zipEntry(archive, wanted) {
  const end = archive.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  if (end < 0 || archive.readUInt32LE(end) !== endOfDirectory) throw new Error('no zip archive')
  let at = archive.readUInt32LE(end + 16)
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) =>
      archive.readUInt16LE(at + offset),
    )
    if (archive.toString('utf8', at + 46, at + 46 + nameLength) === wanted) return read(archive, at)
    at += 46 + nameLength + extraLength + commentLength
  }
  return undefined
}

/** @param at where the directory describes the entry; its bytes follow a header of their own. */
function read(archive, at) {
  const local = archive.readUInt32LE(at + 42)
  const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
  const bytes = archive.subarray(start, start + archive.readUInt32LE(at + 20))
  return archive.readUInt16LE(at + 10) === stored ? bytes : inflateRawSync(bytes)
}
