/** A page at one time, as far as comparing needs it. */
export interface PageVersion {
  /** As users see it; what a diff shows. */
  readonly markdown: string
  /**
   * What the reading of the page says about itself for comparing (`comparable` of its content), when it was kept.
   * Users never see it; without it the Markdown alone is compared.
   */
  readonly comparable?: string | undefined
}
