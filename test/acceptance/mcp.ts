// acceptance: quick, together
/**
 * The MCP server has the tools of the public server in a small list, returns the same texts, ends cancelled work, and responds to
 * malformed messages without an internal error.
 */
import { once } from 'node:events'
import {
  array,
  constant,
  constantFrom,
  dictionary,
  jsonValue,
  nat,
  oneof,
  record,
  sample,
  string,
} from 'fast-check'
import { request } from 'undici'
import { report } from '#test/fixtures/acceptance.ts'
import { httpClients, publicServer, type ListedTool } from '#test/fixtures/mcp-clients.ts'
import { article } from '#test/fixtures/pages.ts'
import { startSite } from '#test/fixtures/site.ts'
import { firstKey, startService } from '#test/service.ts'

const charactersMax = 30_000
const messages = 200
/** Offered by the public server alone: what needs data providers or a language model, and a tool that only says it is deprecated. */
const missing = ['find_tools', 'research_search_github', 'agent'].map((name) => `firecrawl_${name}`)

const connections = new EventTarget()
await using site = await startSite((asked, response) => {
  if (asked.url === '/hangs') {
    connections.dispatchEvent(new Event('open'))
    response.on('close', () => connections.dispatchEvent(new Event('closed')))
    return
  }
  response.writeHead(200, { 'content-type': 'text/html' }).end(article('A page'))
})
await using service = await startService()
const url = await service.listen()
await using theirs = await publicServer(url)

const requirements = (tools: readonly ListedTool[]) =>
  new Map(tools.map(({ name, inputSchema }) => [name, String(inputSchema.required ?? [])]))
const theirList = await theirs.list()
const expected = [...requirements(theirList)].filter(([name]) => !missing.includes(name))

let listed = 0
let equal = 0
let size = 0
let cancelMs = 0
for (const connect of Object.values(httpClients)) {
  await using client = await connect(`${url}/mcp`)
  const tools = await client.list()
  size = JSON.stringify(tools).length
  const ours = requirements(tools)
  listed += expected.filter(
    ([name, required]) => name === 'firecrawl_parse' || ours.get(name) === required,
  ).length
  equal += Number((await readText(client.call)) === (await readText(theirs.call)))
  cancelMs = Math.max(cancelMs, await timeOfCancel(client.call))
}

type Call = (typeof theirs)['call']

async function readText(call: Call): Promise<string> {
  const { texts } = await call('firecrawl_map', { url: site.url, limit: 5 })
  return (texts[0] ?? '').replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')
}

/** Milliseconds from the cancellation of a scrape to the end of its connection to the site. */
async function timeOfCancel(call: Call): Promise<number> {
  const controller = new AbortController()
  const [open, closed] = [once(connections, 'open'), once(connections, 'closed')]
  const args = { url: `${site.url}/hangs`, maxAge: 0 }
  const called = call('firecrawl_scrape', args, { signal: controller.signal }).catch(() => {})
  await open
  const startedAt = performance.now()
  controller.abort()
  await Promise.all([closed, called])
  return performance.now() - startedAt
}

/** How many messages get an internal error. */
async function internalErrors(headers: Record<string, string>): Promise<number> {
  let found = 0
  const name = constantFrom(...theirList.map((tool) => tool.name), 'x')
  const message = record(
    {
      jsonrpc: constantFrom('2.0', '1.0'),
      id: oneof(nat(), string(), constant(null)),
      method: constantFrom('tools/call', 'tools/list', 'initialize', 'ping', 'x'),
      params: record(
        { name, arguments: oneof(dictionary(string(), jsonValue()), jsonValue()) },
        { requiredKeys: [] },
      ),
    },
    { requiredKeys: [] },
  )
  for (const body of sample(oneof(message, jsonValue(), array(message)), messages)) {
    const answer = await request(`${url}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body: JSON.stringify(body),
    })
    const text = await answer.body.text()
    if (answer.statusCode >= 500 || text.includes('unexpected error')) found += 1
  }
  return found
}

const wrong = await internalErrors({ authorization: `Bearer ${firstKey}` })
const refused = await request(`${url}/mcp`, { method: 'POST', body: '{}' })
await refused.body.dump()
const { length: clients } = Object.keys(httpClients)
const listedMax = expected.length * clients
report(
  'mcp',
  listed === listedMax &&
    equal === clients &&
    size <= charactersMax &&
    wrong === 0 &&
    refused.statusCode === 401,
  `${listed} of ${listedMax} tools with the required parameters of the public server in ${size} characters; ${equal} of ${clients} equal texts; cancelled after ${Math.round(cancelMs)} ms; ${wrong} internal errors of ${messages} messages; control (list of the public server) ${JSON.stringify(theirList).length} characters, (no key) ${refused.statusCode}`,
)
