import { basename } from 'node:path'
import { z } from 'zod'
import { ServiceError } from '#kernel/errors.ts'
import { omit, pick } from '#mcp/arguments.ts'
import { contentExtra, objectWith, toScrapeOptions } from '#mcp/scrape-options.ts'
import type { Arguments, McpTool, ToolContext, McpToolResult } from '#mcp/tool.ts'
import { findScrapeId } from './page-tools.ts'

const phases = ['filePath', 'contentType', 'declaredSizeBytes']

/** Described once, in `firecrawl_scrape`. */
const sameAsPages = {
  ...contentExtra,
  ...Object.fromEntries(
    ['markdownOptions', 'jsonOptions', 'queryOptions'].map((name) => [
      name,
      objectWith('As in firecrawl_scrape.'),
    ]),
  ),
}

/** Files are uploaded by the client: the service cannot read its disk. */
export const parse: McpTool = {
  name: 'firecrawl_parse',
  title: 'Read a file',
  description:
    'Reads a file (PDF, Word, spreadsheet, HTML and others) as Markdown, HTML, links, data or an answer. Call it with filePath: the answer says how to upload the file. Then call it with the uploadRef of that answer. Pages of the web belong in firecrawl_scrape.',
  effects: 'reads',
  operations: ['POST /v2/parse', 'POST /v2/parse/upload-url'],
  fields: [
    'uploadRef',
    'onlyMainContent',
    'includeTags',
    'excludeTags',
    'removeBase64Images',
    'zeroDataRetention',
  ],
  extra: {
    ...sameAsPages,
    filePath: z.string().optional().meta({ description: 'A file on the machine of the client.' }),
    contentType: z.string().optional().meta({ description: 'Media type of the file.' }),
    declaredSizeBytes: z.int().optional().meta({ description: 'Size of the file.' }),
  },
  required: [],
  isLong: true,
  async run(args, { ask }) {
    const { filePath, uploadRef } = args
    if ((filePath === undefined) === (uploadRef === undefined))
      throw new ServiceError('BAD_REQUEST', 'Give either filePath or uploadRef.')
    if (typeof filePath === 'string') return startUpload({ ...args, filePath }, ask)
    const reply = await ask('POST /v2/parse', { body: toScrapeOptions(omit(args, phases)) })
    const id = args['zeroDataRetention'] ? undefined : findScrapeId(reply['data'])
    const again = { name: 'firecrawl_scrape', args: { scrapeId: id } } as const
    return { value: reply, ...(id !== undefined && { again }) }
  },
}

/** Returns where and how to upload a file, and the call that parses it. */
async function startUpload(
  args: Arguments & { readonly filePath: string },
  ask: ToolContext['ask'],
): Promise<McpToolResult> {
  const { filePath } = args
  const body = { filename: basename(filePath), ...pick(args, ['contentType', 'declaredSizeBytes']) }
  const reply = await ask('POST /v2/parse/upload-url', { body })
  const upload = reply['data'] as { uploadUrl: string; uploadRef: string; headers: object }
  const next = { uploadRef: upload.uploadRef, ...omit(args, phases) }
  return {
    value: {
      success: true,
      message: 'Upload the file, then make the call in nextToolCall.',
      upload: { ...upload, command: curl(filePath, upload) },
      nextToolCall: { name: parse.name, arguments: next },
    },
  }
}

/** A command for the machine of the client. It contains no API key. */
const curl = (file: string, { uploadUrl, headers }: { uploadUrl: string; headers: object }) =>
  [
    'curl -X PUT',
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    `--upload-file ${quoted(file)}`,
    quoted(uploadUrl),
  ].join(' ')

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
