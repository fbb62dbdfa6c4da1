import { z } from 'zod'
import type { SignedManifest } from '../../../shared/audit/manifest.ts'
import { type Accumulator, chained, resumed } from '../accumulator.ts'
import { partsOf } from '../line.ts'
import { readManifest } from '../signing.ts'
import type { Line } from './lines.ts'
import type { Report } from './problem.ts'

const evident = z.object({
  number: z.int().min(0),
  position: z.string().regex(/^\d{1,19}$/),
  recordedAt: z.string(),
})
export type Evident = z.infer<typeof evident>

const parse = (bytes: Buffer): Evident | undefined => {
  try {
    return evident.safeParse(JSON.parse(bytes.toString('utf8'))).data
  } catch {
    return undefined
  }
}

const events = (from: number, to: number): string =>
  from === to ? `event ${from} is` : `events ${from} to ${to} are`

const start = (manifest: SignedManifest | undefined): Accumulator | undefined => {
  try {
    return manifest && resumed(manifest)
  } catch {
    return undefined
  }
}

/**
 * Goes along the lines and tells of each that does not follow from those before it. Meanwhile it
 * adds the events up, on top of what the manifest says was before them.
 */
export class Walk {
  readonly #report: Report
  readonly #all: Accumulator | undefined
  /** Hashes the next line may follow from: two after a line of which one part must be wrong. */
  #before: readonly Buffer[]
  /** Number of the next event; undefined as long as nobody said. */
  #next: number | undefined
  readonly #roots = new Map<number, string>()
  readonly #events = new Map<number, Evident>()
  readonly #wanted: ReadonlySet<number>
  #first: Evident | undefined
  #last: Evident | undefined

  /** `wanted`: sizes at which the root, and the event that comes next, shall be remembered. */
  constructor(manifest: SignedManifest | undefined, wanted: ReadonlySet<number>, report: Report) {
    this.#report = report
    this.#all = start(manifest)
    this.#before = manifest ? [Buffer.from(manifest.previous_chain, 'hex')] : []
    this.#next = manifest?.previous_size
    this.#wanted = wanted
    this.#remember()
  }

  /** Takes the next line that is not the manifest. */
  take({ number: line, bytes, isEnded }: Line): void {
    const parts = isEnded ? partsOf(bytes) : undefined
    const event = parts && parse(parts.event)
    if (!parts || !event) {
      this.#report(this.#whyNone(bytes), line)
      this.#before = []
      if (this.#next !== undefined) this.#next += 1
      return
    }
    this.#first ??= event
    this.#last = event
    if (this.#wanted.has(event.number)) this.#events.set(event.number, event)
    this.#follow(line, event, parts)
    this.#all?.add(parts.event)
    this.#remember()
  }

  #whyNone(bytes: Buffer): string {
    return readManifest(bytes)
      ? 'is a manifest, but the file goes on: something was appended, or two files were joined'
      : 'was altered, or was never a line of evidence: it cannot be read'
  }

  #follow(line: number, { number }: Evident, parts: { event: Buffer; hash: string }): void {
    const expected = this.#next ?? number
    if (number < expected) {
      this.#report(`holds event ${number}, out of order: inserted, repeated or moved`, line)
      return
    }
    const stated = Buffer.from(parts.hash, 'hex')
    const computed = this.#before.map((it) => chained(it, parts.event))
    const fits = computed.length === 0 || computed.some((it) => it.equals(stated))
    if (number > expected)
      this.#report(
        `holds event ${number}, but ${events(expected, number - 1)} missing before it`,
        line,
      )
    else if (!fits) this.#report(`was altered, or inserted: event ${number} is not as hashed`, line)
    this.#before = fits || number > expected ? [stated] : [stated, ...computed]
    this.#next = number + 1
  }

  #remember(): void {
    const all = this.#all
    if (all && this.#wanted.has(all.size)) this.#roots.set(all.size, all.root)
  }

  /** Of the first so many events; undefined where the file does not tell. */
  rootAt(size: number): string | undefined {
    return this.#roots.get(size)
  }

  /** The event after the first so many; undefined where the file does not hold it. */
  eventAfter(size: number): Evident | undefined {
    return this.#events.get(size)
  }

  /** Number of the event that would come next. */
  get next(): number | undefined {
    return this.#next
  }

  get positions(): { readonly first: string | null; readonly last: string | null } {
    return { first: this.#first?.position ?? null, last: this.#last?.position ?? null }
  }

  /** What all events come to; undefined without a manifest that could be gone on from. */
  get sum(): Pick<Accumulator, 'root' | 'chain' | 'frontier'> | undefined {
    return this.#all
  }
}
