import type { EmbeddingPayload } from '../contract/embedding-token.ts'

/** Reads the tokens with which other sites show what is embedded. */
export type EmbeddingTokens = {
  /**
   * @throws {Refusal} 403 where there is no key to sign with, or embedding is switched off; 400 for what is no token, or says what
   * none may; 401 for one that was not signed with our key, or does not hold now
   */
  read(token: string): Promise<EmbeddingPayload>
}
