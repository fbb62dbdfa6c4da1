/**
 * Runs in the browser. Without it the slider is a form with a button; with it the page follows the
 * slider, which itself is never replaced: it keeps the focus and the hand that drags it.
 */
export const script = `'use strict'

const travel = document.querySelector('form[data-travel]')
const slider = travel && travel.querySelector('input[type=range]')
const pauseMs = 120
let timer
let newest

/** What changed is seen at once, however large the table; only the table itself is scrolled. */
const bring = () => {
  const cell = document.querySelector('.matrix .changed')
  const box = cell && cell.closest('.scroll')
  const corner = box && box.querySelector('thead th')
  if (!corner || document.querySelector(':target')) return
  box.scrollTop = cell.offsetTop - corner.offsetHeight
  box.scrollLeft = cell.offsetLeft - corner.offsetWidth
}

const show = (text) => {
  const page = new DOMParser().parseFromString(text, 'text/html')
  for (const part of document.querySelectorAll('[data-part]')) {
    const other = page.getElementById(part.id)
    if (other) part.replaceChildren(...other.childNodes)
  }
  slider.setAttribute('aria-valuetext', page.getElementById(slider.id).getAttribute('aria-valuetext'))
  bring()
}

const go = async () => {
  const address = travel.action.split('?')[0] + '?' + new URLSearchParams(new FormData(travel))
  const mine = new AbortController()
  newest = mine
  try {
    const answer = await fetch(address, { signal: mine.signal })
    if (!answer.ok) return location.assign(address)
    const text = await answer.text()
    if (newest !== mine) return
    show(text)
    history.replaceState(null, '', address)
  } catch (error) {
    if (error.name !== 'AbortError') location.assign(address)
  }
}

if (slider) {
  travel.classList.add('smooth')
  slider.addEventListener('input', () => {
    document.getElementById('shown').textContent = slider.value
    slider.setAttribute('aria-valuetext', 'Revision ' + slider.value)
    clearTimeout(timer)
    if (newest) newest.abort()
    timer = setTimeout(go, pauseMs)
  })
}

bring()
`
