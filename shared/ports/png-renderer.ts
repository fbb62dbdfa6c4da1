/** Turns drawings into pixels, for readers that show no SVG, such as mail. */
export type PngRenderer = {
  /**
   * A PNG of an inert SVG, so many pixels wide, in proportion.
   * @throws {ChartProblem} where it cannot be drawn, or not in time
   */
  render(svg: string, width: number): Promise<Uint8Array>
}
