/** Parts of values that documentation and sample files show; whoever copies one has no secret. */
const samples =
  /change.?me|your.{0,4}(own|secret|key)|(my|a|the).?(secret|scret)|secret.?(key|here)|example|sample|placeholder|default|password|12345678|abcdefgh/i

const encoder = new TextEncoder()

/** Why a value cannot serve as a secret, as the end of a sentence; null when it can. */
export const weakness = (secret: string, minimumBytes = 32): string | null => {
  const bytes = encoder.encode(secret).length
  if (bytes < minimumBytes) return `is too short: ${bytes} bytes, at least ${minimumBytes} needed`
  if (samples.test(secret)) return 'is a well-known sample value'
  if (new Set(secret).size < 8) return 'repeats too few characters to be random'
  return null
}
