import axe from 'axe-core'
import type { BrowserContext, Download, Locator, Page } from 'playwright-core'

/** A page with all that went wrong on it, and every address it asked for. */
export type WatchedPage = {
  readonly page: Page
  readonly complaints: string[]
  readonly addresses: string[]
}

/** How a browser notes that an answer was a refusal. */
const refused = /status of 40[0134] /

/** Opens a page that hears of errors, warnings, dialogs and whatever its policy blocks. */
export const openWatched = async (context: BrowserContext): Promise<WatchedPage> => {
  const page = await context.newPage()
  const complaints: string[] = []
  const addresses: string[] = []
  page.on('console', (message) => {
    const isWrong = message.type() === 'error' || message.type() === 'warning'
    if (isWrong && !refused.test(message.text())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('dialog', (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('request', (request) => addresses.push(request.url()))
  await page.addInitScript(`addEventListener('securitypolicyviolation', (event) =>
    console.error('blocked by ' + event.violatedDirective + ': ' + event.blockedURI))`)
  return { page, complaints, addresses }
}

/** What axe finds, in words; WCAG 2.2 AA and its best practices. */
export const barriersOn = async (page: Page): Promise<string[]> => {
  await page.evaluate(axe.source)
  const { violations } = (await page.evaluate('axe.run(document)')) as axe.AxeResults
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html} ${node.failureSummary ?? ''}`),
  )
}

/** All that went wrong on a page, and all it asked for elsewhere. */
export const strayed = ({ complaints, addresses }: WatchedPage, site: string): string[] => {
  const isHere = (address: string) =>
    address.startsWith(site) || /^(?:data|blob|about):/.test(address)
  return [...complaints, ...addresses.filter((address) => !isHere(address))]
}

/** What is saved by an entry of the menu of a card. */
export const savedBy = async (card: Locator, name: string): Promise<Buffer> => {
  const menu = card.locator('.menu')
  if ((await menu.getAttribute('open')) === null) await menu.locator('summary').click()
  const [file] = await Promise.all([
    card.page().waitForEvent('download'),
    menu.getByText(name, { exact: true }).click(),
  ])
  return contentOf(file)
}

const contentOf = async (file: Download): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
