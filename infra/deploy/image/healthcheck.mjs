// Asks this container's own process whether it can serve: exit code 0 is yes.
const { PORT = '3000' } = process.env
const isReady = async () => {
  const answer = await fetch(`http://127.0.0.1:${PORT}/readyz`, {
    signal: AbortSignal.timeout(3_000),
  })
  return answer.ok
}
process.exit((await isReady().catch(() => false)) ? 0 : 1)
