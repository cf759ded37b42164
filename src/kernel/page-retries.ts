/**
 * How often a page is tried, on each level. A level tries again what the one before has given up, and counts for itself:
 * - `browser`: loads of one request whose browser crashes
 * - `request`: requests of one scrape, with another route, engine or identity, or after the pause that the site has asked for
 * - `scrape`: scrapes of a page of a job whose failure may pass
 * - `later`: scrapes of a page of a job whose site asks to be requested later than one scrape can wait
 * - `run`: runs of a page of a job that a fault of the service has ended, the death of its process included
 */
export const pageRetries = {
  browser: { triesMax: 3 },
  request: { triesMax: 4 },
  scrape: { triesMax: 2, waitMs: () => 3_000 },
  later: { triesMax: 4 },
  run: { triesMax: 4, waitMs: (tries: number) => 2_000 * 2 ** tries },
} as const

/** Whether a page that was tried so often may be tried again on this level. */
export const mayTryAgain = (level: keyof typeof pageRetries, tries: number): boolean =>
  tries < pageRetries[level].triesMax
