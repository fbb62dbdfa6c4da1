export type UsedSnippet = { readonly id?: number; readonly names: readonly string[] }

/** Where snippets are used by what is saved. */
export type SnippetUses = {
  /**
   * Ids of databases that saved questions put a snippet to, by themselves or through other snippets.
   * @param snippet its id where it has one already, and the names it has or is to have
   */
  databasesOf(snippet: UsedSnippet): Promise<readonly number[]>
}
