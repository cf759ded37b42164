import { textOf } from '../format.ts'
import type { Language } from '../ui/code.tsx'
import type { Choice } from './operations.ts'
import type { Built } from './playground-request.ts'

export const sampleNames = ['curl', 'JavaScript', 'Python', 'MCP', 'CLI'] as const
export type SampleName = (typeof sampleNames)[number]

interface Sample {
  readonly language: Language
  readonly text: string
}

type MakeSample = (choice: Choice, request: Built) => Sample | undefined

/** Operations that the public clients have a method, a tool or a command for. */
const names: Readonly<
  Record<string, { js: string; python: string; tool: string; command?: string }>
> = {
  'post /v2/scrape': {
    js: 'scrape',
    python: 'scrape',
    tool: 'firecrawl_scrape',
    command: 'scrape',
  },
  'post /v2/crawl': { js: 'crawl', python: 'crawl', tool: 'firecrawl_crawl', command: 'crawl' },
  'post /v2/map': { js: 'map', python: 'map', tool: 'firecrawl_map', command: 'map' },
  'post /v2/search': {
    js: 'search',
    python: 'search',
    tool: 'firecrawl_search',
    command: 'search',
  },
}

/** The argument that the clients take before the options. */
const subjects: Readonly<Record<string, string>> = { 'post /v2/search': 'query' }

/** The request as a program or a terminal would send it. The page knows no API key; samples read it from the environment. */
export const samples: Readonly<Record<SampleName, MakeSample>> = {
  curl: (_, request) => ({ language: 'sh', text: curl(request) }),
  JavaScript: (choice, { method, url, body, file }) => {
    const known = names[choice.key]
    if (!known || file) return { language: 'js', text: plainJavaScript(method, url, body) }
    const { subject, options } = split(choice, body)
    const more = Object.keys(options).length > 0 ? `, ${literal(options)}` : ''
    return {
      language: 'js',
      text: `import Firecrawl from 'firecrawl'\n\nconst weir = new Firecrawl({\n  apiUrl: '${location.origin}',\n  apiKey: process.env.WEIR_API_KEY,\n})\n\nconst result = await weir.${known.js}(${JSON.stringify(subject ?? '')}${more})\nconsole.log(result)`,
    }
  },
  Python: (choice, { method, url, body, file }) => {
    const known = names[choice.key]
    if (!known || file) return { language: 'py', text: plainPython(method, url, body) }
    const { subject, options } = split(choice, body)
    const more = Object.entries(options).map(
      ([name, value]) => `,\n    ${snake(name)}=${python(value)}`,
    )
    return {
      language: 'py',
      text: `import os\nfrom firecrawl import Firecrawl\n\nweir = Firecrawl(api_url="${location.origin}", api_key=os.environ["WEIR_API_KEY"])\n\nresult = weir.${known.python}(${JSON.stringify(subject ?? '')}${more.join('')})\nprint(result)`,
    }
  },
  MCP: (choice, { body }) => {
    const known = names[choice.key]
    if (!known) return undefined
    const server = {
      command: 'npx',
      args: ['-y', 'firecrawl-mcp'],
      env: { FIRECRAWL_API_URL: location.origin, FIRECRAWL_API_KEY: '${WEIR_API_KEY}' },
    }
    const settings = JSON.stringify({ mcpServers: { weir: server } }, null, 2)
    const input = JSON.stringify(body ?? {}, null, 2)
    return {
      language: 'js',
      text: `// Settings of the MCP client:\n${settings}\n\n// Input of the tool ${known.tool}:\n${input}`,
    }
  },
  CLI: (choice, { body }) => {
    const known = names[choice.key]
    if (!known?.command) return undefined
    const { subject } = split(choice, body)
    return {
      language: 'sh',
      text: `npx weir ${known.command} ${shellQuoted(textOf(subject))}`,
    }
  },
}

function split({ key }: Choice, body: Built['body'] = {}) {
  const name = subjects[key] ?? 'url'
  const { [name]: subject, ...options } = body
  return { subject, options }
}

function curl({ method, url, body, file }: Built): string {
  const lines = [`curl ${shellQuoted(location.origin + url)}`]
  if (method !== 'GET' && !(method === 'POST' && body))
    lines[0] = `curl -X ${method} ${shellQuoted(location.origin + url)}`
  lines.push('-H "Authorization: Bearer $WEIR_API_KEY"')
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
  `const response = await fetch('${location.origin}${url.replaceAll("'", "\\'")}', {\n  method: '${method}',\n  headers: {\n    Authorization: \`Bearer \${process.env.WEIR_API_KEY}\`,\n    'Content-Type': 'application/json',\n  },${body ? `\n  body: JSON.stringify(${literal(body)}),` : ''}\n})\nconsole.log(await response.json())`

const plainPython = (method: string, url: string, body: Built['body']) =>
  `import os\nimport requests\n\nresponse = requests.request(\n    "${method}",\n    ${JSON.stringify(location.origin + url)},\n    headers={"Authorization": f"Bearer {os.environ['WEIR_API_KEY']}"},${body ? `\n    json=${python(body)},` : ''}\n)\nprint(response.json())`

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
