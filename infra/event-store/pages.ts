import type { RecordedEvent } from '../../shared/kernel/event.ts'

/** `next`: where the page after this one begins; undefined for the last. */
export type Page<Place> = {
  readonly events: readonly RecordedEvent[]
  readonly next: Place | undefined
}

/**
 * One event after the other out of pages; the next page is on its way while this one is consumed.
 * `fetch` gets where the page before said to go on, undefined at first.
 * @throws the signal's reason when it aborts: an end that looks like the end of the log would lie.
 */
export async function* inPages<Place>(
  fetch: (from: Place | undefined) => Promise<Page<Place>>,
  signal?: AbortSignal,
): AsyncGenerator<RecordedEvent, void> {
  signal?.throwIfAborted()
  let page: Page<Place> | undefined = await fetch(undefined)
  while (page) {
    const next: Promise<Page<Place>> | undefined =
      page.next === undefined ? undefined : fetch(page.next)
    // Its failure is thrown where it is awaited; a consumer that leaves early never gets there.
    next?.catch(() => undefined)
    for (const event of page.events) {
      signal?.throwIfAborted()
      yield event
    }
    page = await next
  }
}
