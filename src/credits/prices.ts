/** Every price of the service, in credits. Documentation, console, skill and OpenAPI are printed from it (`npm run docs`). */
export const prices = {
  /** A page that the site has answered, with any status; of a PDF file, each page. */
  page: 1,
  lockdownPage: 5,
  lockdownMiss: 1,
  /** On top of a page. */
  zeroDataRetention: 1,
  /** On top of each page. */
  redaction: 4,
  /** On top of a page, and of a page that it refuses. */
  injectionCheck: 4,
  /** For each URL that a classifier of threats has judged. */
  threatScan: 2,
  map: 1,
  /** For every ten results that have been started. */
  tenResults: 2,
  tenResultsUnderZeroDataRetention: 10,
  /** The judgment of a change by the goal of its monitor. */
  judgment: 1,
  /** An audio or video file, on top of the page. */
  media: 4,
  /** A question that a language model answers, on top of the page. */
  answer: 4,
  /** A page whose data a language model extracts. */
  extractedPage: 5,
  /** A page whose data a recipe extracts: stored before, or made for it. What is reserved lies between. */
  storedRecipePage: 3,
  newRecipePage: 10,
  recipePageEstimate: 7,
  browserMinute: 2,
  /** Of a session that a language model has used. */
  promptedBrowserMinute: 7,
}

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
  page: prices.page,
  'lockdown-hit': prices.lockdownPage,
  'lockdown-miss': prices.lockdownMiss,
  injection: prices.injectionCheck,
  failed: 0,
}

/** Credits of a scrape (docs/credits.md). Zero data retention costs extra for a page, unless lockdown implies it. */
export function scrapePrice(
  outcome: ScrapeOutcome,
  options: { readonly zeroDataRetention: boolean },
): number {
  const base = byOutcome[outcome.kind]
  if (outcome.kind !== 'page') return base
  const surcharge = options.zeroDataRetention ? prices.zeroDataRetention : 0
  return base * Math.max(1, outcome.pages ?? 1) + surcharge
}

/** Credits on top of the price of a page: redaction for each page of a document, the check once. */
export const safetyPrice = (
  {
    redactsPii,
    checksInjection,
  }: { readonly redactsPii: boolean; readonly checksInjection: boolean },
  pages: number,
): number =>
  (redactsPii ? prices.redaction * Math.max(1, pages) : 0) +
  (checksInjection ? prices.injectionCheck : 0)

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
  return scrapePrice({ kind: judgeOutcome(code) }, { zeroDataRetention }) + spentCredits
}

function judgeOutcome(code: string): ScrapeOutcome['kind'] {
  if (code === 'SCRAPE_PROMPT_INJECTION_DETECTED') return 'injection'
  return code === 'SCRAPE_LOCKDOWN_CACHE_MISS' ? 'lockdown-miss' : 'failed'
}

/** Credits for a search with so many results, scrapes apart: for every ten that have been started. */
export function searchPrice(
  results: number,
  options: { readonly zeroDataRetention: boolean },
): number {
  const { tenResults, tenResultsUnderZeroDataRetention } = prices
  const rate = options.zeroDataRetention ? tenResultsUnderZeroDataRetention : tenResults
  return rate * Math.ceil(results / 10)
}
