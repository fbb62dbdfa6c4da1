// node --import ./test/support/with-its-test.mjs program.js — ends when the test that holds the other
// end of its standard input does, however that ends.
process.stdin.on('error', () => {})
process.stdin.on('close', () => process.exit(137))
process.stdin.resume()
process.stdin.unref?.()
