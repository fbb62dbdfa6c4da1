import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const places = ['/usr/bin/chromium', '/opt/homebrew/bin/chromium', '/usr/local/bin/chromium']

/** Without what a browser does of its own accord: updates, sync, calls home. */
const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The machine's own Chromium, or the one `CHROMIUM_PATH` names. */
export const launchChromium = (): Promise<Browser> => {
  const executablePath = process.env.CHROMIUM_PATH ?? places.find(existsSync)
  if (executablePath === undefined) throw new Error('No Chromium found; set CHROMIUM_PATH to one.')
  return chromium.launch({ executablePath, args: flags })
}
