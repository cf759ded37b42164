import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
  Server,
  type CallToolResult,
  type ListToolsResult,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { ServiceError } from '#kernel/errors.ts'
import { version } from '#kernel/version.ts'
import { callMcp, sendFile } from '#net/call-mcp.ts'
import type { RunningService } from '#net/call-service.ts'

const protocolVersion = '2026-07-28'
const parseTool = 'firecrawl_parse'

interface ToolCall {
  readonly name: string
  readonly arguments?: Readonly<Record<string, unknown>> | undefined
}

/** Where to upload a file, and the call that parses it then. */
interface UploadSteps {
  readonly upload: { readonly uploadUrl: string; readonly headers: Record<string, string> }
  readonly nextToolCall: ToolCall
}

/**
 * Serves the tools of a service over standard input and output until the client closes it or the signal aborts. The service may still be
 * starting: requests wait for it. Rejects if it cannot be started.
 */
export async function forwardMcp(
  service: Promise<RunningService>,
  signal: AbortSignal,
): Promise<void> {
  const connection = serveStdio(() => createForwarder(service))
  const ended = signal.aborted ? undefined : once(signal, 'abort')
  try {
    await Promise.race([ended, service.then(() => ended)])
  } catch (error) {
    // The end of the connection cancels a start.
    if (!signal.aborted) throw error
  } finally {
    await connection.close()
  }
}

/** A server that passes requests on to `/mcp` of a service. It reads files itself, which the service cannot. */
function createForwarder(service: Promise<RunningService>): Server {
  const about = { name: 'weir', version: version() }
  const server = new Server(about, { capabilities: { tools: {} } })
  const ask = createAsk(service)
  server.setRequestHandler('tools/list', async (_request, context) => {
    const { tools } = (await ask('tools/list', {}, context)) as ListToolsResult
    return { tools: tools.map((tool) => (tool.name === parseTool ? ofFiles(tool) : tool)) }
  })
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const call = { name: params.name, arguments: params.arguments }
    const result = (await ask('tools/call', call, context)) as CallToolResult
    const path = params.name === parseTool ? params.arguments?.['filePath'] : undefined
    if (typeof path !== 'string' || result.isError) return result
    const steps = JSON.parse(readText(result)) as UploadSteps
    const file = await readFile(resolve(path)).catch((cause: unknown) => cause as Error)
    if (file instanceof Error) return failed(`The file ${path} cannot be read. ${file.message}`)
    const { uploadUrl, headers } = steps.upload
    await sendFile(uploadUrl, { headers, content: file })
    return (await ask('tools/call', steps.nextToolCall, context)) as CallToolResult
  })
  return server
}

const readText = ({ content: [first] }: CallToolResult) =>
  first?.type === 'text' ? first.text : ''

const failed = (text: string): CallToolResult => ({
  content: [{ type: 'text', text }],
  isError: true,
})

type ListedTool = ListToolsResult['tools'][number]

/** The tool with a path as its input, instead of an upload. */
function ofFiles(tool: ListedTool): ListedTool {
  const { uploadRef: _uploadRef, ...properties } = tool.inputSchema.properties ?? {}
  const inputSchema = { ...tool.inputSchema, properties, required: ['filePath'] }
  const description =
    'Reads a file of this machine (PDF, Word, spreadsheet, HTML and others) as Markdown, HTML, links, data or an answer.'
  return { ...tool, description, inputSchema }
}

function createAsk(service: Promise<RunningService>) {
  return async function ask(
    method: 'tools/list' | 'tools/call',
    params: object,
    { mcpReq }: ServerContext,
  ): Promise<object> {
    const { _meta: given, signal } = mcpReq
    const progressToken = given?.progressToken
    const meta = {
      [PROTOCOL_VERSION_META_KEY]: protocolVersion,
      [CLIENT_INFO_META_KEY]: { name: 'weir', version: version() },
      [CLIENT_CAPABILITIES_META_KEY]: {},
      ...(progressToken !== undefined && { progressToken }),
    }
    const { result, error } = await callMcp(await service, {
      method,
      params: { ...params, _meta: meta },
      protocolVersion,
      signal,
      onNotification: async ({ method: name, params: progress }) => {
        if (name !== 'notifications/progress' || progress === undefined) return
        await mcpReq.notify({ method: name, params: progress as never })
      },
    })
    if (result) return result
    throw new ServiceError('SERVICE_UNAVAILABLE', error?.message ?? 'The service has no result.')
  }
}
