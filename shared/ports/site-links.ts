/** Links for people who are elsewhere, in mails and on the terminal. */
export type SiteLinks = {
  /** An address of this site by its path, `/auth/…`; what a request says of its host has no say. */
  to(path: string): Promise<string>
}
