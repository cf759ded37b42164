import { z } from 'zod'
import { dataReply, time, withData } from '#kernel/reply.ts'
import { consoleEndpoint } from '#http/console-endpoint.ts'
import { json, type Endpoint } from '#http/endpoint.ts'
import { ServiceError } from '#kernel/errors.ts'
import { LateTaskError } from '#kernel/task-threads.ts'
import { CheckParams, MonitorParams, ScheduleInput } from './contract.ts'
import type { Sql } from '#storage/database.ts'
import type { SeenChecks } from './monitors/seen-checks.ts'
import { FoundValueReply } from './replies.ts'
import { listRuleValues } from './pages/rule-values.ts'
import { nextRun } from './schedule/cron.ts'
import type { Watcher } from './watch/create-watcher.ts'
import type { ProductFacts } from './watch/find-values.ts'
import { nameRule, tooLate } from './watch/watch-page.ts'
import { WatchSettings } from './watch/watch.ts'

const runsShown = 5
const success = z.literal(true)

const SchedulePreview = dataReply(
  z.object({ cron: z.string(), timezone: z.string(), runs: z.array(time) }),
)

const UnseenReply = dataReply(z.array(z.object({ monitorId: z.uuid(), checks: z.int() })))
const SeenMark = z.strictObject({ isSeen: z.boolean() })
const Marked = z.object({ success })

/** What the console needs beside the API of monitors. */
export function monitorConsoleRoutes(parts: {
  readonly seenChecks: SeenChecks
  readonly watcher: Pick<Watcher, 'read'>
  readonly database: Sql
}): Endpoint[] {
  return [scheduleRoute, makeWatchedRoute(parts), makeValuesRoute(parts), ...seenRoutes(parts)]
}

const ValuesReply = dataReply(
  z.array(
    z.object({
      url: z.string(),
      name: z.string(),
      points: z.array(z.object({ at: time, value: z.number() })).readonly(),
    }),
  ),
)

/** The numbers that rules have found, over time. */
const makeValuesRoute = ({ database }: { readonly database: Sql }) =>
  consoleEndpoint({
    method: 'GET',
    path: '/console/api/monitors/:monitorId/values',
    role: 'viewer',
    params: MonitorParams,
    reply: json(ValuesReply),
    handle: async ({ params: { monitorId }, session }) =>
      withData(await listRuleValues(database, { monitorId, teamId: session.account.teamId })),
  })

const markdownMax = 2_000_000

const WatchedText = z.strictObject({
  markdown: z.string().max(markdownMax),
  product: z.looseObject({ variants: z.array(z.unknown()).max(1_000) }).optional(),
  isPart: z.boolean(),
  watch: WatchSettings,
})

const WatchedReply = dataReply(
  z.object({
    lines: z.array(z.object({ text: z.string(), isIgnored: z.boolean() })),
    values: z.array(z.object({ name: z.string(), found: FoundValueReply })),
  }),
)

/** What a monitor would watch of a page that was scraped, before it is saved. */
const makeWatchedRoute = ({ watcher }: { readonly watcher: Pick<Watcher, 'read'> }) =>
  consoleEndpoint({
    method: 'POST',
    path: '/console/api/watched-text',
    role: 'viewer',
    body: json(WatchedText),
    reply: json(WatchedReply),
    async handle({ body: { markdown, product, isPart, watch }, call: { account, signal } }) {
      const facts = await watcher
        .read(
          {
            watch,
            versions: [{ markdown }],
            product: product as ProductFacts | undefined,
            isPart,
            wantsLines: true,
          },
          { teamId: account.teamId, signal },
        )
        .catch((error: unknown) => {
          if (!(error instanceof LateTaskError)) throw error
          throw new ServiceError('UNPROCESSABLE', tooLate)
        })
      const values = watch.rules.map((rule, at) => ({
        name: nameRule(rule),
        found: facts.found[at] ?? null,
      }))
      return withData({ lines: [...facts.lines], values })
    },
  })

/** The next runs of a schedule before it is saved. */
const scheduleRoute = consoleEndpoint({
  method: 'POST',
  path: '/console/api/schedule',
  role: 'viewer',
  body: json(ScheduleInput),
  reply: json(SchedulePreview),
  async handle({ body: schedule }) {
    const runs: Date[] = []
    let from = new Date()
    for (let run = 0; run < runsShown; run += 1) {
      const next = nextRun(schedule, from)
      if (!next) break
      runs.push(next)
      from = next
    }
    return withData({ ...schedule, runs })
  },
})

/** Which changes a person has seen. A session of an API key has no person: for it everything is seen. */
function seenRoutes({ seenChecks }: { readonly seenChecks: SeenChecks }): Endpoint[] {
  return [
    consoleEndpoint({
      method: 'GET',
      path: '/console/api/monitors/unseen',
      role: 'viewer',
      reply: json(UnseenReply),
      async handle({ session: { person, account } }) {
        const data = person ? await seenChecks.unseen(person.id, account.teamId) : []
        return withData(data)
      },
    }),
    consoleEndpoint({
      method: 'POST',
      path: '/console/api/monitors/:monitorId/checks/:checkId/seen',
      role: 'viewer',
      params: CheckParams,
      body: json(SeenMark),
      reply: json(Marked),
      async handle({ session: { person, account }, params, body: { isSeen } }) {
        const { teamId } = account
        const isFound =
          !person || (await seenChecks.mark({ ...params, personId: person.id, teamId }, isSeen))
        if (isFound) return { success: true as const }
        throw new ServiceError('NOT_FOUND', 'The monitor has no such check.')
      },
    }),
  ]
}
