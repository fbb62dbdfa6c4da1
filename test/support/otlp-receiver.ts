import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ReceivedSpan = {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string
  readonly name: string
  readonly attributes: Readonly<Record<string, unknown>>
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[]
  /** 2 is an error. */
  readonly status: number
  readonly resource: Readonly<Record<string, unknown>>
}

type Field = { readonly number: number; readonly value: bigint | Uint8Array }

/** The fields of a message in protobuf's wire format. */
const fieldsOf = (bytes: Uint8Array): Field[] => {
  const view = Buffer.from(bytes)
  const fields: Field[] = []
  let at = 0
  const varint = (): bigint => {
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      const byte = view.readUInt8(at++)
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
  }
  const take = (length: number) => {
    at += length
    return view.subarray(at - length, at)
  }
  while (at < view.length) {
    const key = Number(varint())
    const wire = key & 7
    const value = wire === 0 ? varint() : take(wire === 1 ? 8 : wire === 5 ? 4 : Number(varint()))
    fields.push({ number: key >> 3, value })
  }
  return fields
}

const all = (fields: readonly Field[], number: number): Uint8Array[] =>
  fields.flatMap((field) =>
    field.number === number && typeof field.value !== 'bigint' ? [field.value] : [],
  )
const first = (fields: readonly Field[], number: number) =>
  all(fields, number)[0] ?? new Uint8Array()
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString()
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

const anyValue = (bytes: Uint8Array): unknown => {
  const [field] = fieldsOf(bytes)
  if (!field) return undefined
  if (typeof field.value === 'bigint')
    return field.number === 2 ? field.value === 1n : Number(field.value)
  if (field.number === 1) return text(field.value)
  if (field.number === 4) return Buffer.from(field.value).readDoubleLE()
  return all(fieldsOf(field.value), 1).map(anyValue)
}

const attributesOf = (fields: readonly Field[], number: number) =>
  Object.fromEntries(
    all(fields, number).map((entry) => {
      const pair = fieldsOf(entry)
      return [text(first(pair, 1)), anyValue(first(pair, 2))]
    }),
  )

const spanOf = (bytes: Uint8Array, resource: ReceivedSpan['resource']): ReceivedSpan => {
  const fields = fieldsOf(bytes)
  const status = fieldsOf(first(fields, 15)).find(({ number }) => number === 3)
  return {
    traceId: hex(first(fields, 1)),
    spanId: hex(first(fields, 2)),
    parentSpanId: hex(first(fields, 4)),
    name: text(first(fields, 5)),
    attributes: attributesOf(fields, 9),
    links: all(fields, 13).map((link) => {
      const ids = fieldsOf(link)
      return { traceId: hex(first(ids, 1)), spanId: hex(first(ids, 2)) }
    }),
    status: Number(status?.value ?? 0),
    resource,
  }
}

/** The spans of an `ExportTraceServiceRequest`. */
const spansIn = (body: Uint8Array): ReceivedSpan[] =>
  all(fieldsOf(body), 1).flatMap((bytes) => {
    const ofResource = fieldsOf(bytes)
    const resource = attributesOf(fieldsOf(first(ofResource, 1)), 1)
    return all(ofResource, 2).flatMap((scope) =>
      all(fieldsOf(scope), 2).map((span) => spanOf(span, resource)),
    )
  })

/** A collector of traces: takes OTLP over HTTP and keeps what came. */
export const startOtlpReceiver = async () => {
  const spans: ReceivedSpan[] = []
  const bodies: Buffer[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    if (request.url === '/v1/traces') {
      bodies.push(body)
      spans.push(...spansIn(body))
    }
    response.writeHead(200, { 'Content-Type': 'application/x-protobuf' }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    /** All that came, as bytes: whatever was sent can be looked for. */
    raw: () => Buffer.concat(bodies),
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
