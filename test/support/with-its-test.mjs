import { isMainThread } from 'node:worker_threads'

// node --import ./test/support/with-its-test.mjs program.js — ends when the test that holds the other
// end of its standard input does, however that ends. Threads of the program have no such input.
if (isMainThread) {
  process.stdin.on('error', () => {})
  process.stdin.on('close', () => process.exit(137))
  process.stdin.resume()
  process.stdin.unref?.()
}
