/** A record of the log as the server keeps it: what it holds is bytes to it. */
export type LogRecord = {
  /** Place in the log, in bytes as it were: never dense. */
  readonly position: bigint
  readonly stream: string
  readonly revision: number
  readonly id: string
  readonly type: string
  readonly contentType: string
  readonly data: Buffer
  readonly metadata: Buffer
  /** Milliseconds since 1970. */
  readonly created: number
}

export type Proposed = Pick<LogRecord, 'id' | 'type' | 'contentType' | 'data' | 'metadata'>

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export const isUuid = (text: string): boolean => uuid.test(text)

const toText = ({ position, data, metadata, ...rest }: LogRecord) => ({
  ...rest,
  position: String(position),
  data: data.toString('base64'),
  metadata: metadata.toString('base64'),
})

const fromText = ({ position, data, metadata, ...rest }: ReturnType<typeof toText>): LogRecord => ({
  ...rest,
  position: BigInt(position),
  data: Buffer.from(data, 'base64'),
  metadata: Buffer.from(metadata, 'base64'),
})

/** One line of the file the log is kept in: an append, which a crash leaves whole or not at all. */
export const toLine = (records: readonly LogRecord[]): string =>
  `${JSON.stringify(records.map(toText))}\n`

export const fromLine = (line: string): readonly LogRecord[] =>
  JSON.parse(line).map((it: ReturnType<typeof toText>) => fromText(it))
