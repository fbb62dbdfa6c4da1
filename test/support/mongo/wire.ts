import { BSON, type Document } from 'mongodb'

/** One message of a client: the command as one document, its document sequences among it. */
export type Message = {
  readonly requestId: number
  readonly command: Document
  readonly isLegacy: boolean
  /** The client waits for no answer. */
  readonly isOneWay: boolean
}

const header = 16
const opReply = 1
const opQuery = 2004
const opMsg = 2013
const moreToCome = 2

/** As mingo wants values: plain numbers and texts, but nothing that would lose digits. */
const asPlainAsCanBe = { promoteBuffers: false, bsonRegExp: true, useBigInt64: false } as const

const documentAt = (bytes: Buffer, at: number): readonly [Document, number] => {
  const end = at + bytes.readInt32LE(at)
  return [BSON.deserialize(bytes.subarray(at, end), asPlainAsCanBe), end]
}

const readSequence = (bytes: Buffer, at: number): readonly [string, Document[], number] => {
  const end = at + bytes.readInt32LE(at)
  const nameEnd = bytes.indexOf(0, at + 4)
  const documents: Document[] = []
  for (let next = nameEnd + 1; next < end; ) {
    const [document, after] = documentAt(bytes, next)
    documents.push(document)
    next = after
  }
  return [bytes.toString('utf8', at + 4, nameEnd), documents, end]
}

const readMsg = (bytes: Buffer): Document => {
  const sequences: Document = {}
  let command: Document = {}
  for (let at = header + 4; at < bytes.length; ) {
    if (bytes[at] === 0) {
      const [document, end] = documentAt(bytes, at + 1)
      command = document
      at = end
    } else {
      const [name, documents, end] = readSequence(bytes, at + 1)
      sequences[name] = documents
      at = end
    }
  }
  return { ...command, ...sequences }
}

/** The first words of a client come in an older form. */
const readQuery = (bytes: Buffer): Document => {
  const nameEnd = bytes.indexOf(0, header + 4)
  const [command] = documentAt(bytes, nameEnd + 9)
  const [db] = bytes.toString('utf8', header + 4, nameEnd).split('.')
  return { ...command, $db: db }
}

const readMessage = (bytes: Buffer): Message => {
  const isLegacy = bytes.readInt32LE(12) === opQuery
  return {
    requestId: bytes.readInt32LE(4),
    command: isLegacy ? readQuery(bytes) : readMsg(bytes),
    isLegacy,
    isOneWay: !isLegacy && (bytes.readUInt32LE(header) & moreToCome) !== 0,
  }
}

const isNonsense = (bytes: Buffer): boolean => ![opQuery, opMsg].includes(bytes.readInt32LE(12))

/** Puts messages together from what a socket brings. @throws for what begins like none. */
export const messageReader = (onMessage: (message: Message) => void) => {
  let pending = Buffer.alloc(0)
  return (chunk: Buffer): void => {
    pending = Buffer.concat([pending, chunk])
    while (pending.length >= header) {
      if (isNonsense(pending)) throw new Error('This is no message.')
      const size = pending.readInt32LE(0)
      if (pending.length < size) return
      onMessage(readMessage(pending.subarray(0, size)))
      pending = pending.subarray(size)
    }
  }
}

const framed = (requestId: number, opCode: number, body: Buffer): Buffer => {
  const head = Buffer.alloc(header)
  head.writeInt32LE(header + body.length, 0)
  head.writeInt32LE(requestId, 8)
  head.writeInt32LE(opCode, 12)
  return Buffer.concat([head, body])
}

/** The answer to a message, in the form the message came in. */
export const answer = ({ requestId, isLegacy }: Message, document: Document): Buffer => {
  const bytes = Buffer.from(BSON.serialize(document, { ignoreUndefined: true }))
  if (!isLegacy) return framed(requestId, opMsg, Buffer.concat([Buffer.alloc(5), bytes]))
  const prefix = Buffer.alloc(20)
  prefix.writeInt32LE(1, 16)
  return framed(requestId, opReply, Buffer.concat([prefix, bytes]))
}
