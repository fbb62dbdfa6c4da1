/**
 * What is left of a user's rights to an API key of theirs: to read; to write as well, as far as that
 * needs no admin; or all of them. From the least to the most.
 */
export const keyScopes = ['read', 'write', 'admin'] as const
export type KeyScope = (typeof keyScopes)[number]
