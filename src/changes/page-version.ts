/** A version of a page, as input of change detection. */
export interface PageVersion {
  /** What callers get; diffs show it. */
  readonly markdown: string
  /** `internal.normalisedText` of the content. Without it, only the Markdown is compared. */
  readonly normalisedText?: string | undefined
  /** Data that were extracted of the page; not part of text comparisons. */
  readonly data?: { readonly key: string; readonly value: unknown } | undefined
  /** What the rules of a monitor have found; not part of comparisons. */
  readonly rules?: readonly unknown[] | undefined
}
