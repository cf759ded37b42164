/** The result page of a search engine. */
export interface ResultPage {
  /**
   * - `empty`: it says that nothing was found
   * - `blocked`: it asks for a proof of being human
   * - `unknown`: it has no results for another reason
   */
  readonly kind: 'results' | 'empty' | 'blocked' | 'unknown'
  readonly results: readonly PageResult[]
}

export interface PageResult {
  /** Absolute, of another site. */
  readonly url: string
  readonly title: string
  readonly text: string
}
