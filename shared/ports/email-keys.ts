/** Names an address in the log without saying it: a keyed hash of its normal form. */
export type EmailKeys = { of(email: string): string }
