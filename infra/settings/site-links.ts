import type { Settings } from '../../shared/ports/settings.ts'
import type { SiteLinks } from '../../shared/ports/site-links.ts'

type Options = {
  readonly settings: Pick<Settings, 'get'>
  /** Where the service listens. */
  readonly host: string
  readonly port: number
}

/** Every address of the machine: its name is better told than that. */
const anywhere = new Set(['0.0.0.0', '::'])

/** Links below `site-url`; below where the service listens, as long as nobody has said it. */
export const siteLinks = ({ settings, host, port }: Options): SiteLinks => {
  const name = anywhere.has(host) ? 'localhost' : host
  const own = `http://${name.includes(':') ? `[${name}]` : name}:${port}`
  return {
    to: async (path) => `${(await settings.get('site-url')) ?? own}${path}`,
  }
}
