/** Sections become tabs: one is shown, and arrow keys go from one to the next. */
export const tabsIn = (list, { shown }) => {
  const tabs = [...list.querySelectorAll('button')]
  const panelOf = (tab) => document.getElementById(tab.dataset.panel)

  const select = (wanted) => {
    for (const tab of tabs) {
      const isWanted = tab === wanted
      tab.setAttribute('aria-selected', String(isWanted))
      tab.tabIndex = isWanted ? 0 : -1
      panelOf(tab).hidden = !isWanted
    }
    shown(panelOf(wanted))
  }

  const steps = { ArrowRight: 1, ArrowLeft: -1 }
  const placeAfter = { Home: () => 0, End: () => tabs.length - 1 }
  list.addEventListener('keydown', (event) => {
    const at = tabs.indexOf(document.activeElement)
    const step = steps[event.key]
    const next = step ? (at + step + tabs.length) % tabs.length : placeAfter[event.key]?.()
    if (at < 0 || next === undefined) return
    event.preventDefault()
    tabs[next].focus()
    select(tabs[next])
  })

  list.setAttribute('role', 'tablist')
  for (const tab of tabs) {
    const panel = panelOf(tab)
    tab.setAttribute('role', 'tab')
    tab.setAttribute('aria-controls', panel.id)
    panel.setAttribute('role', 'tabpanel')
    panel.setAttribute('aria-labelledby', tab.id)
    tab.addEventListener('click', () => select(tab))
  }
  list.hidden = false

  /** By the id or the name of a tab; the first one for anything else. */
  return (wanted) => {
    const isMeant = (tab) => tab.dataset.tab === wanted || tab.textContent.trim() === wanted
    select(tabs.find(isMeant) ?? tabs[0])
  }
}
