import { toText } from '../format.ts'
import type { Language } from '../ui/highlight.ts'
import type { Choice } from './operations.ts'
import type { Built } from './playground-request.ts'

export const sampleNames = ['curl', 'JavaScript', 'Python', 'MCP', 'CLI'] as const
export type SampleName = (typeof sampleNames)[number]

interface Sample {
  readonly language: Language
  readonly text: string
}

type MakeSample = (choice: Choice, request: Built) => Sample | undefined

interface Known {
  readonly js?: string
  readonly python?: string
  readonly tool?: string
  readonly command?: string
  /** The member that clients take before the options; without one they take all members as options. */
  readonly subject?: string
}

/** Operations that the public clients have a method, a tool or a command for. */
const names: Readonly<Record<string, Known>> = {
  'post /v2/scrape': client('scrape', 'url', 'scrape'),
  'post /v2/crawl': client('crawl', 'url', 'crawl'),
  'post /v2/map': client('map', 'url', 'map'),
  'post /v2/search': client('search', 'query', 'search'),
  'post /v2/agent': client('agent', undefined, 'agent'),
  'post /v2/extract': client('extract', undefined),
  'post /v2/batch/scrape': { js: 'batchScrape', python: 'batch_scrape', subject: 'urls' },
  'post /v2/parse': { command: 'parse' },
  'get /v2/crawl/{id}': { tool: 'firecrawl_check_crawl_status' },
  'get /v2/agent/{jobId}': { tool: 'firecrawl_agent_status' },
  'get /v2/team/credit-usage': {
    js: 'getCreditUsage',
    python: 'get_credit_usage',
    tool: 'firecrawl_credit_usage',
  },
  'get /v2/monitor': { tool: 'firecrawl_monitor_list', command: 'monitor list' },
}

function client(name: string, subject: string | undefined, command?: string): Known {
  return {
    js: name,
    python: name,
    tool: `firecrawl_${name}`,
    ...(subject !== undefined && { subject }),
    ...(command !== undefined && { command }),
  }
}

/** The request as a program or a terminal would send it. The page knows no API key; samples read it from the environment. */
export const samples: Readonly<Record<SampleName, MakeSample>> = {
  curl: (_, request) => ({ language: 'sh', text: curl(request) }),
  JavaScript: (choice, { method, url, body, file }) => {
    const { js, subject } = names[choice.key] ?? {}
    if (js === undefined || file)
      return { language: 'js', text: plainJavaScript(method, url, body) }
    const given = split(subject, body).map(literal).join(', ')
    return {
      language: 'js',
      text: `import Firecrawl from 'firecrawl'\n\nconst weir = new Firecrawl({\n  apiUrl: '${location.origin}',\n  apiKey: process.env.WEIR_KEY,\n})\n\nconst result = await weir.${js}(${given})\nconsole.log(result)`,
    }
  },
  Python: (choice, { method, url, body, file }) => {
    const { python: name, subject } = names[choice.key] ?? {}
    if (name === undefined || file) return { language: 'py', text: plainPython(method, url, body) }
    const [first, options] = subject === undefined ? [undefined, body] : split(subject, body)
    const given = [
      ...(subject === undefined ? [] : [python(first ?? '')]),
      ...Object.entries(options ?? {}).map(([key, value]) => `${snake(key)}=${python(value)}`),
    ]
    const text = given.length > 1 ? `\n    ${given.join(',\n    ')},\n` : given.join('')
    return {
      language: 'py',
      text: `import os\nfrom firecrawl import Firecrawl\n\nweir = Firecrawl(api_url="${location.origin}", api_key=os.environ["WEIR_KEY"])\n\nresult = weir.${name}(${text})\nprint(result)`,
    }
  },
  MCP: (choice, { body, url }) => {
    const { tool } = names[choice.key] ?? {}
    if (tool === undefined) return undefined
    const server = {
      type: 'http',
      url: `${location.origin}/mcp`,
      headers: { Authorization: 'Bearer ${WEIR_KEY}' },
    }
    const settings = JSON.stringify({ mcpServers: { weir: server } }, null, 2)
    const id = choice.path.includes('{') ? { id: url.split('/').at(-1) } : {}
    const input = JSON.stringify(body ?? id, null, 2)
    return {
      language: 'js',
      text: `// Settings of the MCP client:\n${settings}\n\n// Input of the tool ${tool}:\n${input}`,
    }
  },
  CLI: (choice, { body, file }) => {
    const { command, subject = 'prompt' } = names[choice.key] ?? {}
    if (command === undefined) return undefined
    const { [subject]: named, ...options } = body ?? {}
    const first = file ? file.name : named
    const argument = first === undefined ? '' : ` ${shellQuoted(toText(first))}`
    return { language: 'sh', text: `npx weir ${command}${argument}${writeFlags(command, options)}` }
  },
}

/** Flags of the commands by the members of the request that they set. */
const content = {
  formats: 'format',
  includeTags: 'include-tags',
  excludeTags: 'exclude-tags',
  timeout: 'timeout',
}
const site = {
  limit: 'limit',
  sitemap: 'sitemap',
  includePaths: 'include',
  excludePaths: 'exclude',
}
const flags: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  scrape: { ...content, waitFor: 'wait-for', mobile: 'mobile', proxy: 'proxy' },
  parse: content,
  crawl: {
    ...site,
    maxDiscoveryDepth: 'depth',
    crawlEntireDomain: 'entire-domain',
    allowSubdomains: 'subdomains',
    delay: 'delay',
  },
  map: { ...site, search: 'search' },
  search: { limit: 'limit', tbs: 'tbs', lang: 'lang', country: 'country', includeDomains: 'site' },
  agent: {
    urls: 'page',
    strictConstrainToURLs: 'strict',
    maxCredits: 'max-credits',
    effort: 'effort',
  },
}

/** The members as flags. A comment names those that the command has no flag for. */
function writeFlags(command: string, members: object): string {
  const others: string[] = []
  const given = Object.entries(members).flatMap(([name, value]) => {
    const flag = flags[command]?.[name]
    const values: readonly unknown[] = Array.isArray(value) ? value : [value]
    const isPlain = values.every((one) => one !== false && typeof one !== 'object')
    if (flag === undefined || !isPlain) others.push(name)
    return flag === undefined || !isPlain
      ? []
      : values.map((one) => ` --${flag}${one === true ? '' : ` ${shellQuoted(toText(one))}`}`)
  })
  const rest = others.length === 0 ? '' : `\n# Without a flag of the command: ${others.join(', ')}`
  return given.join('') + rest
}

/** The arguments of a method: the subject and the other members, if there are any. */
function split(
  subject: string | undefined,
  body: Built['body'] = {},
): readonly [unknown?, object?] {
  if (subject === undefined) return Object.keys(body).length > 0 ? [body] : []
  const { [subject]: first = '', ...options } = body
  return Object.keys(options).length > 0 ? [first, options] : [first]
}

function curl({ method, url, body, file }: Built): string {
  const lines = [`curl ${shellQuoted(location.origin + url)}`]
  if (method !== 'GET' && !(method === 'POST' && body))
    lines[0] = `curl -X ${method} ${shellQuoted(location.origin + url)}`
  lines.push('-H "Authorization: Bearer $WEIR_KEY"')
  if (file) {
    lines.push(`-F file=@${shellQuoted(file.name)}`)
    lines.push(`-F options=${shellQuoted(JSON.stringify(body ?? {}))}`)
  } else if (body) {
    lines.push('-H "Content-Type: application/json"')
    lines.push(`-d ${shellQuoted(JSON.stringify(body, null, 2))}`)
  }
  return lines.join(' \\\n  ')
}

const plainJavaScript = (method: string, url: string, body: Built['body']) =>
  `const response = await fetch('${location.origin}${url.replaceAll("'", "\\'")}', {\n  method: '${method}',\n  headers: {\n    Authorization: \`Bearer \${process.env.WEIR_KEY}\`,\n    'Content-Type': 'application/json',\n  },${body ? `\n  body: JSON.stringify(${literal(body)}),` : ''}\n})\nconsole.log(await response.json())`

const plainPython = (method: string, url: string, body: Built['body']) =>
  `import os\nimport requests\n\nresponse = requests.request(\n    "${method}",\n    ${JSON.stringify(location.origin + url)},\n    headers={"Authorization": f"Bearer {os.environ['WEIR_KEY']}"},${body ? `\n    json=${python(body)},` : ''}\n)\nprint(response.json())`

const shellQuoted = (text: string) =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
const literal = (value: unknown) =>
  JSON.stringify(value, null, 2).replaceAll(/^(\s*)"([A-Za-z_]\w*)":/gm, '$1$2:')
const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** A JSON value as Python writes it. */
function python(value: unknown): string {
  if (value === true) return 'True'
  if (value === false) return 'False'
  if (value === null) return 'None'
  if (Array.isArray(value)) return `[${value.map(python).join(', ')}]`
  if (typeof value === 'object')
    return `{${Object.entries(value)
      .map(([name, one]) => `${JSON.stringify(name)}: ${python(one)}`)
      .join(', ')}}`
  return JSON.stringify(value)
}
