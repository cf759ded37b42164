import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { test } from 'node:test'
import { differences } from '#scripts/differences.ts'
import {
  listNames,
  listPublicNames,
  listProperties,
  readPublicTypes,
  type Schemas,
} from '#test/fixtures/public-types.ts'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { routesInRouter } from '#test/fixtures/router.ts'
import { startService } from '#test/service.ts'

const service = await startService()
disposeAfterTests(service)
await service.server.ready()

/** Reads the source of a public client as it is installed. */
function readClient(name: string): string {
  const file = createRequire(import.meta.url).resolve(`${name}/package.json`)
  const folder = dirname(file)
  return globSync('dist/**/*.js', { cwd: folder })
    .map((path) => readFileSync(`${folder}/${path}`, 'utf8'))
    .join('\n')
}

/** Paths of the API that a client names; what it fills in is `:id`. */
const pathsIn = (source: string) =>
  new Set(
    [...source.matchAll(/["'`](\/v2\/[^"'`\s?]*)/g)].map(([, path = '']) =>
      path
        .replaceAll(/\/\$\{[^}]*\}+/g, '/:id')
        .replaceAll(/\$\{.*$/g, '')
        .replace(/\/$/, ''),
    ),
  )

const known = routesInRouter(service.server).map(({ path }) => path.replaceAll(/:\w+/g, ':id'))
const missing: readonly string[] = differences.flatMap(({ missing: paths = [] }) => paths)

/** A path that is put together later is the beginning of others. */
const isKnown = (path: string) =>
  [...known, ...missing].some((one) => one === path || one.startsWith(`${path}/`))

for (const name of ['firecrawl', 'firecrawl-mcp', 'firecrawl-cli']) {
  test(`every operation that ${name} names is served, or is a listed difference`, () => {
    const paths = [...pathsIn(readClient(name))]
    assert.ok(paths.length > 0)
    assert.deepEqual(
      paths.filter((path) => !isKnown(path) && !path.startsWith('/v2/mcp')),
      [],
    )
  })
}

test('no listed difference names an operation that is served', () => {
  assert.deepEqual(
    missing.filter((path) => known.includes(path)),
    [],
  )
})

/** Types of the public JavaScript client, and the schemas of the OpenAPI document that describe the same here. */
const sameTypes: Readonly<Record<string, string>> = {
  ScrapeOptions: 'ScrapeRequest',
  CrawlOptions: 'CrawlRequest',
  BatchScrapeOptions: 'BatchRequest',
  MapOptions: 'MapRequest',
  SearchRequest: 'SearchRequest',
  DeveloperSearchOptions: 'DeveloperSearch',
  ScrapeExecuteRequest: 'ScrapeInteractRequest',
  EndpointFeedbackRequest: 'Feedback',
  SearchFeedbackRequest: 'SearchFeedback',
  CreateMonitorRequest: 'MonitorCreate',
  UpdateMonitorRequest: 'MonitorUpdate',
  MonitorSchedule: 'MonitorScheduleInput',
  MonitorScrapeTarget: 'MonitorScrapeTarget',
  MonitorCrawlTarget: 'MonitorCrawlTarget',
  MonitorSearchTarget: 'MonitorSearchTarget',
  MonitorEmailNotification: 'MonitorEmail',
  JsonFormat: 'JsonFormat',
  ScreenshotFormat: 'ScreenshotFormat',
  ChangeTrackingFormat: 'ChangeTrackingFormat',
  AttributesFormat: 'AttributesFormat',
  QuestionFormat: 'QuestionFormat',
  HighlightsFormat: 'HighlightsFormat',
  QueryFormat: 'QueryFormat',
  RedactPIIOptions: 'RedactPiiOptions',
  ThreatProtectionOptions: 'ThreatProtection',
  Document: 'Document',
  SearchData: 'SearchData',
  SearchResultWeb: 'SearchWebResult',
  SearchResultNews: 'SearchNewsResult',
  SearchResultImages: 'SearchImageResult',
  DiscoveredTool: 'DiscoveredTool',
  DeveloperSearchResult: 'DeveloperResult',
  CrawlJob: 'JobStatus',
  AgentStatusResponse: 'AgentStatus',
  BrandingProfile: 'Branding',
  ProductProfile: 'Product',
  ProductVariant: 'ProductVariant',
  MenuProfile: 'Menu',
  MenuSection: 'MenuSection',
  MenuItem: 'MenuItem',
  PdfPage: 'PageOfDocument',
  PdfPageBlocks: 'BlocksOfPage',
  PdfBlockItem: 'Block',
  Monitor: 'Monitor',
  MonitorSummary: 'MonitorSummary',
  MonitorCheck: 'MonitorCheck',
  MonitorCheckPage: 'MonitorCheckPage',
  MonitorPageJudgment: 'Judgment',
}

/** Members that the client adds, sends otherwise or takes apart by itself. */
const ofClient = new Set([
  'BatchScrapeOptions.options',
  'BatchScrapeOptions.idempotencyKey',
  'CrawlJob.id',
  'DeveloperSearchOptions.minStars',
  'DeveloperSearchOptions.maxStars',
  'SearchData.warning',
])

/** Types that the client uses by itself, or whose members are named as a page names them. */
const typesOfClient = [
  'DeveloperSearchLicenseDisclosure',
  'DocumentMetadata',
  'FirecrawlClientOptions',
  'PaginationConfig',
  'WatcherOptions',
]

const sorted = (names: readonly string[]) =>
  [...new Set(names)].toSorted((a, b) => a.localeCompare(b))

test('every member of the types of the public client is described, or is a listed difference', async () => {
  const { body } = await service.ask('GET', '/v2/openapi.json')
  const schemas = body.components.schemas as Schemas
  const types = readPublicTypes()
  const lacking = Object.entries(sameTypes).flatMap(([type, schema]) => {
    const names = types.get(type)
    assert.ok(names && schema in schemas, `${type} or ${schema} does not exist any more.`)
    const known = listProperties(schema, schemas)
    return names.filter((name) => !known.has(name)).map((name) => `${type}.${name}`)
  })

  // Members and texts of the other types are known if the document has them anywhere.
  const document = listNames(body)
  const left = new Set([...differences.flatMap(({ types: names = [] }) => names), ...typesOfClient])
  const unknown = listPublicNames()
    .filter(({ type, name }) => !left.has(type) && !document.has(name))
    .map(({ type, name, isText }) => (isText ? `${type} "${name}"` : `${type}.${name}`))

  const listed: readonly string[] = differences.flatMap(({ members = [] }) => members)
  assert.deepEqual(sorted([...lacking, ...unknown]), sorted([...listed, ...ofClient]))
})
