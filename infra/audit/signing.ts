import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import {
  type ManifestContent,
  type SignedManifest,
  signedManifest,
} from '../../shared/audit/manifest.ts'
import { canonicalJson } from '../../shared/kernel/json.ts'
import { sha256 } from './merkle.ts'

/** RFC 8410: what stands before the 32 bytes of an Ed25519 private key in PKCS #8. */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Names a public key: the beginning of the SHA-256 of its SPKI. */
export const keyIdOf = (publicKey: KeyObject): string =>
  sha256(publicKey.export({ type: 'spki', format: 'der' }))
    .toString('hex')
    .slice(0, 16)

export type Signer = {
  readonly keyId: string
  readonly pem: string
  sign(content: Omit<ManifestContent, 'key_id'>): SignedManifest
}

/** Signs manifests with the Ed25519 key (RFC 8032) that 32 bytes make. */
export const signerOf = (seed: Buffer): Signer => {
  const key = Buffer.concat([pkcs8Prefix, seed])
  const privateKey = createPrivateKey({ key, format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(privateKey)
  const keyId = keyIdOf(publicKey)
  return {
    keyId,
    pem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    sign: (unnamed) => {
      const content = { ...unnamed, key_id: keyId }
      const signature = sign(null, Buffer.from(canonicalJson(content)), privateKey)
      return { ...content, signature: signature.toString('base64') }
    },
  }
}

/** Undefined for what is no Ed25519 public key. */
export const publicKeyFrom = (pem: string): KeyObject | undefined => {
  try {
    const key = createPublicKey(pem)
    return key.asymmetricKeyType === 'ed25519' && !pem.includes('PRIVATE') ? key : undefined
  } catch {
    return undefined
  }
}

/**
 * A manifest from its line. Undefined unless it is one in its canonical form to the byte: two
 * spellings of one manifest would both pass.
 */
export const readManifest = (line: Buffer): SignedManifest | undefined => {
  try {
    const text = line.toString('utf8')
    const value: unknown = JSON.parse(text)
    const { data } = signedManifest.safeParse(value)
    return data && line.equals(Buffer.from(canonicalJson(value))) ? data : undefined
  } catch {
    return undefined
  }
}

export const isSignedBy = (publicKey: KeyObject, manifest: SignedManifest): boolean => {
  const { signature, ...content } = manifest
  const bytes = Buffer.from(signature, 'base64')
  return (
    bytes.toString('base64') === signature &&
    verify(null, Buffer.from(canonicalJson(content)), publicKey, bytes)
  )
}
