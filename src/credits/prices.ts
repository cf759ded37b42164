/** Outcome of a scrape, as far as it affects the price. */
export type ScrapeOutcome =
  /** The site responded, with any status. */
  | {
      readonly kind: 'page'
      /** Parsed pages of a PDF file; 1 for everything else. */
      readonly pages?: number
    }
  | { readonly kind: 'lockdown-hit' | 'lockdown-miss' }
  /** A check for prompt injections refused the page. */
  | { readonly kind: 'injection' }
  /** Any other failure: timeouts, and hosts that do not resolve or cannot be reached. */
  | { readonly kind: 'failed' }

const byOutcome: Readonly<Record<ScrapeOutcome['kind'], number>> = {
  page: 1,
  'lockdown-hit': 5,
  'lockdown-miss': 1,
  injection: 4,
  failed: 0,
}

const zeroDataRetention = 1

/** Credits of a scrape (docs/credits.md). Zero data retention costs extra for a page, unless lockdown implies it. */
export function scrapePrice(
  outcome: ScrapeOutcome,
  options: { readonly zeroDataRetention: boolean },
): number {
  const base = byOutcome[outcome.kind]
  if (outcome.kind !== 'page') return base
  const surcharge = options.zeroDataRetention ? zeroDataRetention : 0
  return base * Math.max(1, outcome.pages ?? 1) + surcharge
}

/** Credits of the judgment of a change by the goal of its monitor. */
export const judgmentPrice = 1

const redaction = 4
const injectionCheck = 4

/** Credits on top of the price of a page: redaction for each page of a document, the check once. */
export const safetyPrice = (
  {
    redactsPii,
    checksInjection,
  }: { readonly redactsPii: boolean; readonly checksInjection: boolean },
  pages: number,
): number =>
  (redactsPii ? redaction * Math.max(1, pages) : 0) + (checksInjection ? injectionCheck : 0)

/** Initial reservation; files of many pages and cached copies under lockdown cost more. */
export function firstScrapePrice(options: {
  readonly lockdown: boolean
  readonly zeroDataRetention: boolean
}): number {
  return scrapePrice({ kind: options.lockdown ? 'lockdown-miss' : 'page' }, options)
}

/** Credits for a scrape that failed with this error, with what it had spent before. */
export function failedScrapePrice(
  { code, spentCredits = 0 }: { readonly code: string; readonly spentCredits?: number },
  zeroDataRetention: boolean = false,
): number {
  return scrapePrice({ kind: outcomeOf(code) }, { zeroDataRetention }) + spentCredits
}

/** Credits for each URL that a classifier of threats has judged. */
export const threatScanPrice = 2

function outcomeOf(code: string): ScrapeOutcome['kind'] {
  if (code === 'SCRAPE_PROMPT_INJECTION_DETECTED') return 'injection'
  return code === 'SCRAPE_LOCKDOWN_CACHE_MISS' ? 'lockdown-miss' : 'failed'
}

const searchRate = { kept: 2, zeroDataRetention: 10 }
const resultsPerRate = 10

/** Credits for a search with so many results, scrapes apart: for every ten that have been started. */
export function searchPrice(
  results: number,
  options: { readonly zeroDataRetention: boolean },
): number {
  const rate = options.zeroDataRetention ? searchRate.zeroDataRetention : searchRate.kept
  return rate * Math.ceil(results / resultsPerRate)
}
