import { z } from 'zod'
import { ServiceError } from '#kernel/errors.ts'
import { omit, pick, readArgument } from '#mcp/arguments.ts'
import type { Arguments, McpTool } from '#mcp/tool.ts'

const id = z.string().meta({ description: 'Id of the monitor.' })
const params = (args: Arguments) => ({ monitorId: readArgument(args, 'id') })
const body = z
  .record(z.string(), z.unknown())
  .meta({ description: 'A monitor as in the API: schedule, targets, goal, webhook.' })
const texts = (description: string) => z.array(z.string()).optional().meta({ description })
const text = (description: string) => z.string().optional().meta({ description })

const create: McpTool = {
  name: 'firecrawl_monitor_create',
  title: 'Create a monitor',
  description:
    'Checks pages or a search on a schedule and reports changes. Short form: page, pages or queries, with a goal. Or body, a whole monitor.',
  effects: 'changes the web',
  operations: ['POST /v2/monitor'],
  fields: ['goal'],
  extra: {
    name: text('Of the monitor.'),
    body: body.optional(),
    page: text('A URL.'),
    pages: texts('URLs.'),
    queries: texts('Searches, instead of pages.'),
    searchWindow: z
      .enum(['5m', '15m', '1h', '6h', '24h', '7d'])
      .optional()
      .meta({ description: 'How new results must be.' }),
    maxResults: z.int().optional().meta({ description: 'Of each search.' }),
    includeDomains: texts('Hosts of results.'),
    excludeDomains: texts('Hosts that are left out.'),
    scheduleText: z.string().optional().meta({ description: 'Every 30 minutes when absent.' }),
    timezone: text('Of the schedule; UTC when absent.'),
    email: text('Who gets a mail.'),
    includeDiffs: z.boolean().optional().meta({ description: 'Mails show differences.' }),
    webhookUrl: text('Receives the events.'),
  },
  required: [],
  run: async (args, { ask }) => ({
    value: await ask('POST /v2/monitor', { body: args['body'] ?? toMonitor(args) }),
  }),
}

const searchFields = ['queries', 'searchWindow', 'maxResults', 'includeDomains', 'excludeDomains']

/** The monitor of the short form. Fails with `BAD_REQUEST` without targets and without a goal. */
function toMonitor(args: Arguments): object {
  const { page, pages, queries, goal, name, scheduleText, timezone, email, webhookUrl } = args
  const urls = [page, pages ?? []].flat().filter((url) => url !== undefined)
  const target = queries
    ? { type: 'search', ...pick(args, searchFields) }
    : { type: 'scrape', urls }
  if (!queries && urls.length === 0)
    throw new ServiceError('BAD_REQUEST', 'Give page, pages or queries, or a monitor as body.')
  if (goal === undefined)
    throw new ServiceError('BAD_REQUEST', 'goal is required, unless you give a monitor as body.')
  const [first] = [queries ?? urls].flat() as readonly unknown[]
  const recipients = { enabled: true, recipients: [email], includeDiffs: !!args['includeDiffs'] }
  const events = ['monitor.page', 'monitor.check.completed']
  return {
    name: name ?? `Monitor ${typeof first === 'string' ? first : ''}`,
    schedule: { text: scheduleText ?? 'every 30 minutes', timezone: timezone ?? 'UTC' },
    goal,
    targets: [target],
    ...(email !== undefined && { notification: { email: recipients } }),
    ...(webhookUrl !== undefined && { webhook: { url: webhookUrl, events } }),
  }
}

const list: McpTool = {
  name: 'firecrawl_monitor_list',
  title: 'List monitors',
  description: 'Lists the monitors of the team.',
  effects: 'reads',
  operations: ['GET /v2/monitor'],
  fields: ['limit', 'offset'],
  required: [],
  run: async (args, { ask }) => ({ value: await ask('GET /v2/monitor', { query: args }) }),
}

const get: McpTool = {
  name: 'firecrawl_monitor_get',
  title: 'A monitor',
  description: 'Returns a monitor and its state.',
  effects: 'reads',
  operations: ['GET /v2/monitor/:monitorId'],
  fields: [],
  extra: { id },
  required: ['id'],
  run: async (args, { ask }) => ({
    value: await ask('GET /v2/monitor/:monitorId', { params: params(args) }),
  }),
}

const update: McpTool = {
  name: 'firecrawl_monitor_update',
  title: 'Change a monitor',
  description: 'Changes members of a monitor: name, status, schedule, targets, goal, webhook.',
  effects: 'deletes',
  operations: ['PATCH /v2/monitor/:monitorId'],
  fields: [],
  extra: { id, body },
  required: ['id', 'body'],
  run: async (args, { ask }) => ({
    value: await ask('PATCH /v2/monitor/:monitorId', { params: params(args), body: args['body'] }),
  }),
}

const remove: McpTool = {
  name: 'firecrawl_monitor_delete',
  title: 'Delete a monitor',
  description: 'Deletes a monitor for good.',
  effects: 'deletes',
  operations: ['DELETE /v2/monitor/:monitorId'],
  fields: [],
  extra: { id },
  required: ['id'],
  run: async (args, { ask }) => ({
    value: await ask('DELETE /v2/monitor/:monitorId', { params: params(args) }),
  }),
}

const run: McpTool = {
  name: 'firecrawl_monitor_run',
  title: 'Check now',
  description: 'Starts a check of a monitor outside of its schedule.',
  effects: 'changes the web',
  operations: ['POST /v2/monitor/:monitorId/run'],
  fields: [],
  extra: { id },
  required: ['id'],
  run: async (args, { ask }) => ({
    value: await ask('POST /v2/monitor/:monitorId/run', { params: params(args) }),
  }),
}

const checks: McpTool = {
  name: 'firecrawl_monitor_checks',
  title: 'List checks of a monitor',
  description: 'Lists the checks of a monitor.',
  effects: 'reads',
  operations: ['GET /v2/monitor/:monitorId/checks'],
  fields: ['limit', 'offset', 'status'],
  extra: { id },
  required: ['id'],
  run: async (args, { ask }) => ({
    value: await ask('GET /v2/monitor/:monitorId/checks', {
      params: params(args),
      query: omit(args, ['id']),
    }),
  }),
}

const check: McpTool = {
  name: 'firecrawl_monitor_check',
  title: 'A check and its pages',
  description: 'Returns a check of a monitor: each page with its status and difference.',
  effects: 'reads',
  operations: ['GET /v2/monitor/:monitorId/checks/:checkId'],
  fields: ['checkId', 'limit', 'skip'],
  extra: {
    id,
    pageStatus: z
      .enum(['same', 'new', 'changed', 'removed', 'error'])
      .optional()
      .meta({ description: 'Only pages with this status.' }),
  },
  required: ['id', 'checkId'],
  async run(args, { ask }) {
    const { id: _id, checkId, pageStatus, ...page } = args
    return {
      value: await ask('GET /v2/monitor/:monitorId/checks/:checkId', {
        params: { ...params(args), checkId },
        query: { ...page, ...(pageStatus !== undefined && { status: pageStatus }) },
      }),
    }
  },
}

export const monitorTools: readonly McpTool[] = [
  create,
  list,
  get,
  update,
  remove,
  run,
  checks,
  check,
]
