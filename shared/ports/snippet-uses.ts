/** Where snippets are used by what is saved. */
export type SnippetUses = {
  /**
   * Ids of databases that saved questions put a snippet of this name to, by themselves or through
   * other snippets, whether or not there is one of this name yet.
   */
  databasesOf(name: string): Promise<readonly number[]>
}
