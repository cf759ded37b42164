import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { InvalidArgumentError, type Command } from 'commander'
import { CommandError } from './command-error.ts'
import { agentClients, type AgentClient } from './init/clients.ts'
import { clientsIn, planSteps, writeSteps, type SetupStep } from './init/plan.ts'
import type { Terminal } from './terminal.ts'

interface Flags {
  readonly url?: URL
  readonly folder: string
  readonly skill: boolean
  readonly dryRun?: true
  readonly json?: true
}

const skillFile = join(import.meta.dirname, '../../skills/weir/SKILL.md')
const names = Object.keys(agentClients)

/** `weir init`: lets coding agents use a service from the project in the current folder. */
export function declareInit(command: Command, terminal: Terminal): void {
  command
    .argument('[clients...]', `${names.join(', ')}; when absent, those that the project uses`)
    .option(
      '--url <url>',
      'the service (WEIR_URL); when absent WEIR_PUBLIC_URL or the local port',
      toUrl,
    )
    .option('--folder <path>', 'folder of the project', '.')
    .option('--no-skill', 'add only the MCP server')
    .option('--dry-run', 'print what would be written, and write nothing')
    .option('--json', 'print the changes as JSON')
    .action((clients: readonly string[], flags: Flags) => init(clients, flags, terminal))
}

function toUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:'
  if (url && isWeb && url.username === '' && url.password === '') return url
  throw new InvalidArgumentError('It must be an http or https URL without a password.')
}

async function init(named: readonly string[], flags: Flags, terminal: Terminal): Promise<void> {
  const folder = resolve(flags.folder)
  const base = await serviceUrl(flags, terminal)
  const text = flags.skill ? await readFile(skillFile, 'utf8') : undefined
  const skill = text?.replaceAll('http://localhost:3002', base)
  const clients = chosen(named.length > 0 ? named : clientsIn(folder))
  const steps = await planSteps({ folder, url: `${base}/mcp`, skill }, clients)
  if (flags.json) terminal.out(JSON.stringify(steps, null, 2))
  else for (const step of steps) terminal.out(shown(step, terminal))
  if (!flags.dryRun) await writeSteps(folder, steps)
  const refused = steps.filter(({ state }) => state === 'refused').length
  if (flags.dryRun) terminal.note('Nothing was written.')
  else terminal.note('Set WEIR_KEY to an API key in the environment of the agent.')
  if (refused > 0) throw new CommandError(1)
}

async function serviceUrl({ url }: Flags, { env }: Terminal): Promise<string> {
  const { readConfig } = await import('#config.ts')
  const { client, http } = readConfig(env)
  const found = url?.href ?? client.url ?? http.publicUrl ?? `http://localhost:${http.port}`
  return found.endsWith('/') ? found.slice(0, -1) : found
}

function chosen(wanted: readonly string[]): readonly AgentClient[] {
  if (wanted.length === 0)
    throw new Error(`No coding agent was found in this folder. Name some of: ${names.join(', ')}.`)
  return wanted.map((name) => {
    const client = Object.hasOwn(agentClients, name) ? agentClients[name] : undefined
    if (client) return client
    throw new Error(`${name} is not known. Name some of: ${names.join(', ')}.`)
  })
}

function shown(step: SetupStep, { paint }: Terminal): string {
  const head = `${paint.bold(step.file)} (${step.title})`
  if (step.state === 'present') return `${head}: up to date`
  if (step.state === 'refused')
    return `${head}: ${paint.yellow('left as it is.')} ${step.reason}${step.byHand && ` Add this by hand:\n${indented(step.byHand)}`}`
  return step.part === '' ? `${head}: added` : `${head}: added\n${indented(step.part)}`
}

const indented = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n')
