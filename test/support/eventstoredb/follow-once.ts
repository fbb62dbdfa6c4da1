import { eventStoreDb } from '../../../infra/event-store/eventstoredb/event-store.ts'

/*
 * Prints the id of the first event of a store, while it has a subscription and has read, closes it,
 * and ends when nothing keeps it: argument `<url>`.
 */
const [url = ''] = process.argv.slice(2)
const store = eventStoreDb({ url })
const stop = new AbortController()
await store.head()
for await (const [first] of store.subscribe({ signal: stop.signal })) {
  process.stdout.write(`${first?.id}\n`)
  break
}
await store.close()
