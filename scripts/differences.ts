import { markdownTable } from './markdown-table.ts'
import { withPart } from './printed-part.ts'

/** What differs from the service whose API this is, and stays so. */
interface Difference {
  readonly subject: string
  readonly here: string
  readonly reason: string
  /** Operations that public clients know and this service answers with 501 or 404, `:id` for one segment. */
  readonly missing?: readonly `/v2/${string}`[]
  /** Members of types of the public JavaScript client that are absent here: `Document.agent_hints`, and texts: `Monitor "deleted"`. */
  readonly members?: readonly (`${string}.${string}` | `${string} "${string}"`)[]
  /** Types of which nothing is described here. */
  readonly types?: readonly string[]
}

/** `docs/guides/from-firecrawl.md` is printed from this list; `test/public-operations.test.ts` compares it with the public clients. */
export const differences: readonly Difference[] = [
  {
    subject: 'deep research',
    here: '501',
    reason: 'The agent does the same, with sources.',
    missing: ['/v2/deep-research', '/v2/deep-research/:id'],
  },
  { subject: '`/v0`', here: '404', reason: 'Its last clients are of 2024.' },
  {
    subject: 'agent',
    here: 'Your language model, whatever `model` names; 503 without. No `exchange`, no approvals',
    reason: 'You choose where pages are sent.',
    members: [
      'AgentOptions$1 "FIRE-1"',
      'AgentOptions$1 "v3-beta"',
      'AgentStatusResponse.exchange',
      'AgentStatusResponse.pendingApproval',
      'AgentThreadRun.pendingApproval',
    ],
    types: [
      'AgentExchangeOptions',
      'AgentExchangeSummary',
      'AgentOnTermsRequired',
      'AgentSkippedProvider',
      'AgentTermsGate',
      'AgentTermsRequiredAction',
      'PendingApprovalCall',
      'PendingCallsApproval',
      'PendingTermsApproval',
      'RequiresAction',
    ],
  },
  {
    subject: '`agent_hints`',
    here: 'Absent',
    reason: 'Errors and warnings say what to do.',
    members: ['Document.agent_hints', 'MapData.agent_hints', 'SearchData.agent_hints'],
  },
  {
    subject: 'descriptions of the tools of data providers',
    here: 'Name, description, price, options, response and examples',
    reason: 'An operator adds providers by a file with these.',
    members: [
      'DiscoveredTool "javascript"',
      'DiscoveredTool.attribution',
      'DiscoveredTool.cohorts',
      'DiscoveredTool.concept',
      'DiscoveredTool.discovery',
      'DiscoveredTool.example',
      'DiscoveredTool.label',
      'DiscoveredTool.next',
      'DiscoveredTool.recordedAt',
      'DiscoveredTool.requiresOneOf',
      'DiscoveredTool.returns',
      'DiscoveredTool.whenToUse',
      'AlexandriaScrapeError.chargeId',
      'AlexandriaScrapeResult.recordedAt',
      'AlexandriaScrapeResult.upstreamStatus',
    ],
    types: ['FindToolsOptions', 'FindToolsData'],
  },
  {
    subject: 'categories of data providers',
    here: 'One, `all`; no groups',
    reason: 'An operator adds a few providers.',
  },
  {
    subject: '`/v2/search/research/github`',
    here: '404; `/v2/search/developer` searches issues and pull requests',
    reason: 'It ended in November 2026.',
    missing: ['/v2/search/research/github'],
    types: ['GitHubScoreBreakdown', 'GitHubSearchItem'],
  },
  {
    subject: 'deleted monitors',
    here: '404',
    reason: 'They are deleted.',
    members: ['Monitor "deleted"'],
  },
  {
    subject: 'padding, margins and grid of `branding`',
    here: 'Absent',
    reason: 'A page has many of each.',
    members: ['BrandingProfile.gridGutter', 'BrandingProfile.margins', 'BrandingProfile.padding'],
  },
  {
    subject: '`agent` of a scrape in `/v1`',
    here: '400',
    reason: 'Actions, interact and the agent replace it.',
  },
  {
    subject: '`json`, `summary` and their like without a model',
    here: 'Rules, with a `warning`, for the price of the page',
    reason: 'They work without a model, whose work alone costs more.',
  },
  {
    subject: 'private addresses',
    here: 'Refused until the operator allows them',
    reason: 'A service within a network must not be a way into it.',
  },
  {
    subject: 'robots.txt',
    here: 'Crawls obey it; `ignoreRobotsTxt` and `robotsUserAgent` get 403',
    reason: 'The operator answers for what is crawled.',
  },
  {
    subject: 'proxies',
    here: 'None included: `WEIR_PROXY_BASIC`, `WEIR_PROXY_ENHANCED`',
    reason: 'Addresses cost money.',
  },
  {
    subject: '`us-whitelist`',
    here: '403',
    reason: 'There are no static addresses.',
  },
  {
    subject: 'ids of other teams',
    here: '404 everywhere, as for unknown ids',
    reason: 'A 403 would say that the id exists.',
  },
  {
    subject: '`x-idempotency-key`',
    here: 'The stored answer is sent again; another body gets 409',
    reason: 'A client that has lost an answer can ask again.',
  },
  {
    subject: 'search with `scrapeOptions`',
    here: 'The results and the pages are charged; a search without results is free',
    reason: 'As by the public API and its price list; its tests of billing count the pages alone.',
  },
  {
    subject: 'JSON Schemas',
    here: 'At most 200,000 steps and 10,000 values: 422 `SCHEMA_TOO_COMPLEX`',
    reason: 'One schema must not hold up the others.',
  },
  {
    subject: '`headers` and `metadata` of a webhook',
    here: '8 KB together',
    reason: 'They are sent with every delivery.',
  },
  {
    subject: '`/v2/search/gov`',
    here: 'Web results of sites of governments, parliaments and courts',
    reason: 'There is no index; `court` and the like are words of the query.',
  },
  {
    subject: '`rawBase64`',
    here: 'The bytes in base64, as the only format, of every file',
    reason: 'A data URI would not be the bytes, and a page is a file, too.',
  },
  {
    subject: '`formats: []`',
    here: 'Metadata alone',
    reason: 'An empty list asks for no format.',
  },
  {
    subject: 'unknown keywords of a JSON Schema',
    here: 'Ignored',
    reason: 'The standard of JSON Schema says so.',
  },
  {
    subject: 'a JSON Schema that is not valid',
    here: '422 instead of 400',
    reason: 'The request has the right form; what it asks for cannot be made.',
  },
  {
    subject: '`lockdown` with `headers` or `actions`',
    here: '404 `SCRAPE_LOCKDOWN_CACHE_MISS`',
    reason: 'They change a page, and no copy has these changes.',
  },
  {
    subject: '`notification.slack` of a monitor',
    here: 'A channel of the team that leads there; no `/v2/slack`',
    reason: 'Teams bring their own bot or webhook of Slack.',
  },
  {
    subject: 'schedules of monitors',
    here: 'Every five minutes at most, instead of every fifteen',
    reason: 'The operator has the machine.',
  },
  {
    subject: 'e-mails of monitors',
    here: '400 until the operator sets a mail server',
    reason: 'They would not arrive.',
  },
  {
    subject: 'pages of a monitor that have not changed',
    here: 'Charged; no `unchangedPagesFree`',
    reason: 'They were fetched.',
  },
  {
    subject: '`/v2/llmstxt`',
    here: 'At most 100 pages; listed as a crawl',
    reason: 'It is the export of a crawl.',
  },
  {
    subject: '`/v2/parse`',
    here: '`timeout` is 60,000 when absent',
    reason: 'Long documents need it.',
  },
  {
    subject: 'jobs, cached pages, monitors',
    here: 'Cannot be imported',
    reason: 'There is no export of them to read.',
  },
]

const start = '<!-- differences: printed from scripts/differences.ts by npm run docs -->'
const end = '<!-- end of differences -->'

/** Returns the page with a new table. Throws if it has no section for it. */
export function withDifferences(page: string): string {
  const rows = differences.map(({ subject, here, reason }) => [subject, here, reason])
  const table = markdownTable([['subject', 'here', 'reason'], ...rows])
  return withPart(page, { start, end, part: `\n${table}\n` })
}
