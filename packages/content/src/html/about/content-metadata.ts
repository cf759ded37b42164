/** Known keys plus every other meta tag under its own name. See docs/api/scrape.md. */
export type ContentMetadata = Readonly<Record<string, string | readonly string[]>>
