/**
 * Loads a page once more, to see what changes with every visit: its Markdown and the input of change detection. Undefined if the
 * site did not return the page; fails with the reason of the signal.
 */
export type ReadAgain = (
  signal: AbortSignal,
) => Promise<
  { readonly markdown: string; readonly normalisedText?: string | undefined } | undefined
>
