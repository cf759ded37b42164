import { mayUse } from '#http/admission.ts'
import { isOperation, type Endpoint, type KeyEndpoint } from '#http/endpoint.ts'
import type { Account } from '#kernel/account.ts'
import { createYields } from '#kernel/event-loop.ts'
import { jobTools } from '#mcp/tools/job-tools.ts'
import { monitorTools } from '#mcp/tools/monitor-tools.ts'
import { pageTools } from '#mcp/tools/page-tools.ts'
import { parse } from '#mcp/tools/parse-tool.ts'
import { providerTools } from '#mcp/tools/provider-tools.ts'
import { researchTools } from '#mcp/tools/research-tools.ts'
import { teamTools } from '#mcp/tools/team-tools.ts'
import { partArguments } from './cut.ts'
import { inputSchema } from './input-schema.ts'
import { outputSchema } from './output-schema.ts'
import type { OperationName, McpTool } from './tool.ts'

const tools = [
  ...pageTools,
  parse,
  ...jobTools,
  ...monitorTools,
  ...researchTools,
  ...teamTools,
] as const

const withProviders: readonly McpTool[] = [
  ...providerTools,
  ...tools.filter(({ name }) => providerTools.every((tool) => tool.name !== name)),
]

/** What the tools depend on in the configuration. */
export interface Configured {
  /** Operations that the service cannot perform. */
  readonly unavailable: readonly OperationName[]
  /** Whether there are data providers. */
  readonly hasProviders: boolean
}

/** A tool of this service, with its description for clients. */
export interface OfferedTool {
  readonly tool: McpTool
  readonly endpoints: readonly KeyEndpoint[]
  readonly description: ToolDescription
}

interface ToolDescription {
  readonly name: string
  readonly description: string
  readonly inputSchema: { readonly type: 'object'; readonly [member: string]: unknown }
  readonly outputSchema: { readonly type: 'object'; readonly [member: string]: unknown }
  readonly annotations: object
}

/** What differs from the defaults of the protocol: not read-only, destructive, of an open world. */
const hints = {
  reads: { readOnlyHint: true, openWorldHint: false },
  'reads the web': { readOnlyHint: true },
  changes: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
  'changes the web': { readOnlyHint: false, destructiveHint: false },
  deletes: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
} as const satisfies Record<McpTool['effects'], object>

/**
 * The tools whose operations this service has, described by the schemas of their endpoints. `unavailable` names operations that it
 * cannot perform as it is configured; tools of data providers are left out without `hasProviders`. To describe them takes long, so other
 * requests are served in between.
 */
export async function createToolList(
  endpoints: readonly Endpoint[],
  { unavailable, hasProviders }: Configured,
) {
  const yields = createYields()
  const byName = new Map(endpoints.filter(isOperation).map((one) => [makeName(one), one]))
  for (const name of unavailable) byName.delete(name)
  const offered: OfferedTool[] = []
  for (const tool of hasProviders ? withProviders : tools) {
    await yields.next()
    const needed = tool.operations.map((name) => byName.get(name))
    if (needed.includes(undefined)) continue
    offered.push(describe(tool, needed as [KeyEndpoint, ...KeyEndpoint[]]))
  }
  return {
    /** The tools that the account may use; with `names`, those of them that are named, with or without `firecrawl_`. */
    offeredTo(account: Account, names?: ReadonlySet<string>): readonly OfferedTool[] {
      return offered.filter(
        ({ tool, endpoints }) =>
          endpoints.every(({ group }) => mayUse(account, group)) &&
          (account.principal.kind !== 'keyless' || endpoints.every((one) => one.isKeyless)) &&
          (!names || names.has(tool.name) || names.has(tool.name.replace('firecrawl_', ''))),
      )
    },
    findEndpoint: (name: OperationName) => byName.get(name),
  }
}

export type ToolList = Awaited<ReturnType<typeof createToolList>>

const makeName = ({ method, path }: KeyEndpoint) => `${method} ${path}` as OperationName

function describe(tool: McpTool, endpoints: readonly [KeyEndpoint, ...KeyEndpoint[]]): OfferedTool {
  const { name, title, effects, result } = tool
  const [first] = endpoints
  const returned = endpoints.find((endpoint) => makeName(endpoint) === result) ?? first
  const reply = result === 'text' ? undefined : returned.reply.schema
  const extra = { ...tool.extra, ...(tool.isLong && partArguments(tool)) }
  return {
    tool,
    endpoints,
    description: {
      name,
      description: tool.description,
      inputSchema: inputSchema({ ...tool, extra }, first) as ToolDescription['inputSchema'],
      outputSchema: outputSchema(reply, tool) as ToolDescription['outputSchema'],
      annotations: { title, ...hints[effects] },
    },
  }
}
