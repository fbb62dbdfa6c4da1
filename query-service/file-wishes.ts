type FileAsked = {
  readonly format_rows?: boolean | undefined
  readonly pivot_results?: boolean | undefined
  readonly csv_include_bom?: boolean | undefined
}

/** How a file is to be, under the names of an address or a body. */
export const fileWishes = (asked: FileAsked | undefined) => ({
  formatRows: asked?.format_rows,
  pivotResults: asked?.pivot_results,
  byteOrderMark: asked?.csv_include_bom,
})
