import type { Page } from 'playwright-core'

/** What tests do on a shared page in a tab. */
export const sharedPageTab = (tab: Page, site: string) => {
  const card = (name: string) =>
    tab.locator('.question').filter({ has: tab.getByRole('heading', { name, exact: true }) })
  return {
    /** Anew, also where only the hash is another one, and until all cards that are shown are there. */
    go: async (path: string) => {
      await tab.goto('about:blank')
      await tab.goto(`${site}${path}`)
      const loaded = tab.locator('[data-part=status]', { hasText: /^Loaded$/ })
      await loaded.waitFor({ state: 'attached' })
    },
    setHash: (hash: string) => tab.evaluate(`location.hash = ${JSON.stringify(hash)}`),
    /** The card of a question, by its title. */
    card,
    theNumber: (text: string) => card('Number of products').getByText(text, { exact: true }),
  }
}
