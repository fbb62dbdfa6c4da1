/** What opens from a summary closes with Escape, or when something else is used. */
export const closeMenus = () => {
  const opened = () => [...document.querySelectorAll('details.opens[open]')]

  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return
    for (const menu of opened()) {
      const hadFocus = menu.contains(document.activeElement)
      menu.open = false
      if (hadFocus) menu.querySelector('summary').focus()
    }
  })
  for (const what of ['pointerdown', 'focusin'])
    document.addEventListener(what, ({ target }) => {
      for (const menu of opened()) if (!menu.contains(target)) menu.open = false
    })
}
