import type { ReadContent } from '#reading/read-content.ts'
import { readRobotsInTurns, type RobotsRules } from '#fetch/robots-rules.ts'
import type { ApiAnswer } from '#net/api-client.ts'
import { SearchProviderError, type CallOnce, type SearchProvider, type RawHit } from './provider.ts'

/** What the result page of an engine is read with. */
export interface ResultPageOptions {
  /** Address of a result page with `{query}`, and optionally `{language}` and `{country}`. */
  readonly template: string
  /** Whether robots.txt of the engine is asked. */
  readonly obeysRobots: boolean
  /** The product token for robots.txt. */
  readonly robotsAgent: string
  readonly userAgent: string
  readonly readContent: ReadContent
}

const readMsMax = 10_000
const pageCharsMax = 1_500_000
const rulesKnownMs = 24 * 3_600_000
const pace = { perMs: 10_000, perDay: 200 }

/** The HTML result page of an engine that the operator names. A page that asks for a proof of being human is never answered. */
export function resultPage(options: ResultPageOptions): SearchProvider {
  const { template, userAgent, readContent } = options
  const isAllowed = createRobotsCheck(options)
  return {
    name: 'result-page',
    sources: ['web'],
    supports: {
      operators: 'sites',
      time: 'none',
      language: template.includes('{language}'),
      country: template.includes('{country}'),
    },
    limits: { perPage: { web: 10 }, pagesMax: 1, queryCharsMax: 400 },
    pace,
    isFree: true,
    readsPages: true,
    request: ({ text, language = 'en', country = 'US' }) => ({
      url: filled(template, { query: text, language, country }),
      headers: { accept: 'text/html', 'user-agent': userAgent },
    }),
    async check({ url }, callOnce) {
      if (await isAllowed(url, callOnce)) return
      throw new SearchProviderError('key', `robots.txt of ${new URL(url).host} does not allow it`)
    },
    async read(answer, { text, language = 'en', country = 'US' }) {
      if (answer.body.length > pageCharsMax) {
        throw new SearchProviderError('failed', 'answered with a page that is too long')
      }
      const url = filled(template, { query: text, language, country })
      const { internal } = await readContent(makeContentRequest(url, answer), {
        teamId: 'result-page',
        signal: AbortSignal.timeout(readMsMax),
      })
      return readHits(internal.resultPage)
    },
    failure: ({ status }) =>
      status === 403 || (status >= 300 && status <= 399)
        ? new SearchProviderError('blocked', `refused with status ${status}`)
        : undefined,
  }
}

function filled(template: string, values: Readonly<Record<string, string>>): string {
  let url = template
  for (const [name, value] of Object.entries(values)) {
    url = url.replaceAll(`{${name}}`, () => encodeURIComponent(value))
  }
  return url
}

const makeContentRequest = (url: string, { status, headers, body }: ApiAnswer) => ({
  url,
  status,
  contentType: headers['content-type']?.replace(/;.*/, '; charset=utf-8'),
  body: Buffer.from(body),
  formats: [],
  wantsResultPage: true,
  onlyMainContent: false,
  includeTags: [],
  excludeTags: [],
  removeBase64Images: true,
  readDocuments: false,
})

type Found = Awaited<ReturnType<ReadContent>>['internal']['resultPage']

function readHits(page: Found): readonly RawHit[] {
  if (page?.kind === 'results') return page.results
  if (page?.kind === 'empty') return []
  if (page?.kind === 'blocked') {
    throw new SearchProviderError('blocked', 'asked for a proof of being human')
  }
  throw new SearchProviderError('failed', 'answered with a page without results')
}

/** Rules are asked for once a day. While they cannot be read, nothing is allowed (RFC 9309). */
function createRobotsCheck({ obeysRobots, robotsAgent }: ResultPageOptions) {
  let known: { readonly rules: RobotsRules; readonly until: number } | undefined
  return async function isAllowed(url: string, callOnce: CallOnce): Promise<boolean> {
    if (!obeysRobots) return true
    if (!known || known.until < Date.now()) {
      const { status, body } = await callOnce({
        url: new URL('/robots.txt', url).href,
        headers: { accept: 'text/plain' },
      })
      if (status >= 500 || (status >= 300 && status <= 399)) {
        throw new SearchProviderError('failed', 'robots.txt could not be read')
      }
      const text = status >= 400 ? '' : body
      known = {
        rules: await readRobotsInTurns(text, [robotsAgent]),
        until: Date.now() + rulesKnownMs,
      }
    }
    return known.rules.isAllowed(url)
  }
}
