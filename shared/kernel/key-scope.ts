/**
 * What is left of a user's rights to an API key of theirs: to read all that they may; to change
 * things as well, but for what is for admins only; or all of them. From the least to the most.
 */
export const keyScopes = ['read', 'write', 'admin'] as const
export type KeyScope = (typeof keyScopes)[number]
