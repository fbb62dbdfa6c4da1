import type { RecordedEvent } from '../../shared/kernel/event.ts'

type Data = Readonly<Record<string, unknown>>

const isData = (value: unknown): value is Data => typeof value === 'object' && value !== null

const isOver = ({ until }: Data): boolean =>
  typeof until === 'string' && Date.parse(until) <= Date.now()

/** References to the vault in a part of an event, wherever it names one that still holds. */
const referencesIn = (value: unknown): readonly string[] => {
  if (!isData(value) || isOver(value)) return []
  return Object.entries(value).flatMap(([key, item]) =>
    (key === 'secretRef' || key === 'reference' || key === 'webhookRef') && typeof item === 'string'
      ? [item]
      : referencesIn(item),
  )
}

/** Members of an event's data that come as a whole: what they referred to before is let go. */
const parts: Readonly<Record<string, readonly string[]>> = {
  DatabaseConnected: ['secretRef'],
  DatabaseConnectionChanged: ['secretRef'],
  ActionCreated: ['definition'],
  ActionChanged: ['definition'],
  SubscriptionCreated: ['channels'],
  SubscriptionChanged: ['channels'],
  SealedSettingChanged: ['reference'],
  EmbeddingKeyRotated: ['reference', 'previous'],
}

const ends: ReadonlySet<string> = new Set([
  'DatabaseDeleted',
  'ActionDeleted',
  'SubscriptionRemoved',
])

/**
 * What the log, as far as it was followed, refers to outside of itself: secrets in the vault, and
 * people who must have a key. Grows with what there is, not with what happened.
 */
export class SecretsInLog {
  /** By what refers to them. */
  readonly #references = new Map<string, readonly string[]>()
  readonly #people = new Set<number>()

  add({ type, stream, data }: RecordedEvent): void {
    if (!isData(data)) return
    if (type === 'UserRegistered' && typeof data.userId === 'number') this.#people.add(data.userId)
    const owner = typeof data.key === 'string' ? `setting ${data.key}` : stream
    if (ends.has(type)) {
      for (const place of this.#references.keys())
        if (place.startsWith(`${owner} `)) this.#references.delete(place)
    }
    for (const part of parts[type] ?? [])
      if (part in data)
        this.#references.set(`${owner} ${part}`, referencesIn({ [part]: data[part] }))
  }

  /** References to the vault, each with what refers to it. */
  get references(): ReadonlyMap<string, string> {
    return new Map(
      [...this.#references].flatMap(([place, references]) =>
        references.map((reference) => [reference, place.replace(/ \w+$/, '')] as const),
      ),
    )
  }

  get people(): ReadonlySet<number> {
    return this.#people
  }
}
