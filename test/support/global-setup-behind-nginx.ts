import setUp from './global-setup.ts'
import { keepRoleHosts } from './role-hosts.ts'
import { servers } from './servers.ts'

/** What all suites have, and processes by role. */
// biome-ignore lint/style/noDefaultExport: jest asks for one
export default async (config: { readonly maxWorkers: number }): Promise<void> => {
  await setUp(config)
  servers().push(await keepRoleHosts(config.maxWorkers))
}
