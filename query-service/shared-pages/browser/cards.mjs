/** Cards that load by themselves, a few at a time. */

const most = 4
/** Pixels below a chart, for what shows it as a table. */
const underChart = 34
const mostWaits = 3

const pause = (seconds, signal) =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, seconds * 1000)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

const waiting = []
let running = 0

/** Runs a task as soon as fewer than `most` others do. */
const inTurn = (task) =>
  new Promise((resolve, reject) => {
    const run = async () => {
      running += 1
      try {
        resolve(await task())
      } catch (error) {
        reject(error)
      } finally {
        running -= 1
        waiting.shift()?.()
      }
    }
    if (running < most) run()
    else waiting.push(run)
  })

const problem = (message) => {
  const text = document.createElement('p')
  text.className = 'problem'
  text.textContent = message
  return text
}

const retryButton = (again) => {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'quiet'
  button.textContent = 'Try again'
  button.addEventListener('click', again)
  return button
}

/**
 * @param place the element of a card, a text or a picture, with the address of its part in
 *   `data-part-path`
 * @param addressOf answers where that part is, for its size and the values of now
 * @param refused is told when the page may not be seen any more
 */
export const cardIn = (place, { addressOf, refused }) => {
  const picture = place.querySelector('.slot')
  const slot = picture ?? place
  let current

  const put = (nodes) => {
    slot.replaceChildren(...nodes)
    slot.setAttribute('aria-busy', 'false')
  }

  const fail = (message) => put([problem(message), retryButton(() => load())])

  const ask = async (signal) => {
    const look = {
      width: String(Math.round(slot.clientWidth)),
      height: String(Math.max(Math.round(slot.clientHeight) - underChart, 80)),
    }
    for (let waits = 0; ; waits += 1) {
      const answer = await fetch(addressOf(look), { signal })
      if (answer.status !== 429 || waits === mostWaits) return answer
      await pause(Number(answer.headers.get('retry-after') ?? 1), signal)
    }
  }

  const load = async () => {
    current?.abort()
    const mine = new AbortController()
    current = mine
    slot.setAttribute('aria-busy', 'true')
    try {
      await inTurn(async () => {
        if (mine.signal.aborted) return
        const answer = await ask(mine.signal)
        const body = new DOMParser().parseFromString(await answer.text(), 'text/html').body
        if (current !== mine) return
        if ([401, 403, 404].includes(answer.status) && (await refused())) return
        if (answer.ok) put(body.childNodes)
        else fail(body.textContent.trim() || 'This card could not be loaded.')
        if (slot.querySelector('[data-failed]')) slot.append(retryButton(() => load()))
        place.classList.toggle('charted', slot.querySelector('figure > svg') !== null)
      })
    } catch (error) {
      if (error.name !== 'AbortError' && current === mine)
        fail('This card could not be loaded: the connection failed.')
    }
  }

  return {
    place,
    load,
    depends: (place.dataset.parameters ?? '').split(' '),
    isPicture: picture !== null,
    isShown: () => place.offsetParent !== null,
  }
}
