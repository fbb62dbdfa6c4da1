import { servers } from './servers.ts'

// biome-ignore lint/style/noDefaultExport: jest asks for one
export default async (): Promise<void> => {
  await Promise.all(
    servers()
      .splice(0)
      .map((server) => server.stop()),
  )
}
