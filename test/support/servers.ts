type Server = { stop(): Promise<void> }

declare global {
  var testServers: Server[] | undefined
}

/**
 * The servers this test run started. On `globalThis`, because jest loads its set-up and its
 * tear-down each in a module world of its own.
 */
export const servers = (): Server[] => {
  globalThis.testServers ??= []
  return globalThis.testServers
}
