import type { ManifestContent } from '../../shared/audit/manifest.ts'
import { type Hash, MerkleTree, sha256 } from './merkle.ts'

/** The chain before the first event. */
const beginning: Hash = Buffer.alloc(32)

/** h(n) = SHA-256(h(n-1) ‖ event): each event stands for all before it. */
export const chained = (previous: Hash, event: Uint8Array): Hash => sha256(previous, event)

/** What all events up to one come to, whoever adds them up. */
export class Accumulator {
  readonly #tree: MerkleTree
  #chain: Hash

  constructor(tree = new MerkleTree(), chain: Hash = beginning) {
    this.#tree = tree
    this.#chain = chain
  }

  add(event: Uint8Array): void {
    this.#tree.append(event)
    this.#chain = chained(this.#chain, event)
  }

  get size(): number {
    return this.#tree.size
  }

  /** Hex, as manifests and lines have it. */
  get chain(): string {
    return this.#chain.toString('hex')
  }

  get root(): string {
    return this.#tree.root().toString('hex')
  }

  get frontier(): string[] {
    return this.#tree.frontier.map(hex)
  }
}

const hex = (hash: Hash): string => hash.toString('hex')
const bytes = (text: string): Hash => Buffer.from(text, 'hex')

type Before = Pick<ManifestContent, 'previous_size' | 'previous_frontier' | 'previous_chain'>

/**
 * Goes on where the events before a file left off.
 * @throws {RangeError} when the frontier is not one of so many events.
 */
export const resumed = ({ previous_size, previous_frontier, previous_chain }: Before) =>
  new Accumulator(
    new MerkleTree(previous_size, previous_frontier.map(bytes)),
    bytes(previous_chain),
  )
