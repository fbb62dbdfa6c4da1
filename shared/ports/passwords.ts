/** Password hashes, kept beside the log and never in it. */
export type Passwords = {
  set(userId: number, password: string): Promise<void>
  /** Takes as long for a user who does not exist or has no password. */
  match(userId: number | undefined, password: string): Promise<boolean>
}
