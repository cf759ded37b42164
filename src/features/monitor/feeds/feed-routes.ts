import { refuseForeignWork } from '#kernel/own-work.ts'
import { z } from 'zod'
import { dataReply, time, withData } from '#kernel/reply.ts'
import { json, keyEndpoint, type Endpoint } from '#http/endpoint.ts'
import { linkEndpoint } from '#http/link-endpoint.ts'
import { ServiceError } from '#kernel/errors.ts'
import { describeMembers } from '#kernel/describe-members.ts'
import { Id } from '#kernel/uuid.ts'
import { strictBody } from '#kernel/strict-body.ts'
import { MonitorTag } from '#features/monitor/contract.ts'
import type { MonitorStore, StoredMonitor } from '#features/monitor/monitors/monitor-store.ts'
import { isNoise } from '#features/monitor/mail/report-by-mail.ts'
import type { PageStore } from '#features/monitor/pages/page-store.ts'
import type { Feed, Feeds } from './feeds.ts'
import { writeAtom, writeRss } from './write-feed.ts'

interface FeedRouteParts {
  readonly feeds: Feeds
  readonly monitors: Pick<MonitorStore, 'find' | 'list'>
  readonly pages: Pick<PageStore, 'listEvents'>
  /** Origin of the addresses. */
  readonly publicUrl: string
}

const success = z.literal(true)

const FeedCreate = strictBody({
  monitorId: Id.optional(),
  tag: MonitorTag.optional(),
})
  .refine(({ monitorId, tag }) => monitorId === undefined || tag === undefined, {
    error: 'Send monitorId or tag, not both. Without them, the feed has the changes of the team.',
  })
  .meta({
    id: 'MonitorFeedCreate',
    description: 'Whose changes the feed has.',
    not: describeMembers('monitorId', 'tag'),
  })

const shape = {
  id: z.uuid(),
  monitorId: z.uuid().optional(),
  tag: z.string().optional(),
  createdAt: time,
}
const FeedsReply = dataReply(
  z.array(z.object(shape).meta({ id: 'MonitorFeed', description: 'A feed of changes.' })),
).meta({ id: 'MonitorFeedsReply', description: 'The feeds of the team, oldest first.' })
const FeedReply = dataReply(z.object({ ...shape, atomUrl: z.url(), rssUrl: z.url() })).meta({
  id: 'MonitorFeedReply',
  description: 'The new feed. Its addresses are not shown again.',
})
const Removed = z.object({ success }).meta({ id: 'MonitorFeedRemoved' })

const FeedToken = z.object({
  token: z.string().min(16).max(64).meta({ description: 'Of the address of the feed.' }),
})
const shared = { tag: 'Monitor', group: 'monitor', creditsRequired: 0, bucket: 'status' } as const
const unknown = ['NOT_FOUND'] as const

/** Feeds of changes: their addresses, and the feeds themselves, which need no key. */
export function feedRoutes(parts: FeedRouteParts): Endpoint[] {
  const { feeds, monitors } = parts
  return [
    keyEndpoint({
      ...shared,
      method: 'GET',
      path: '/v2/monitor-feeds',
      summary: 'List feeds',
      operationId: 'listMonitorFeeds',
      reply: json(FeedsReply),
      async handle({ call: { account } }) {
        refuseForeignWork(account, null)
        return withData((await feeds.list(account.teamId)).map(toFeed))
      },
    }),
    keyEndpoint({
      ...shared,
      method: 'POST',
      path: '/v2/monitor-feeds',
      summary: 'Create a feed',
      description: 'Whoever has one of its addresses can read the changes until it is removed.',
      operationId: 'createMonitorFeed',
      body: json(FeedCreate),
      reply: json(FeedReply),
      errors: ['NOT_FOUND', 'CONFLICT'],
      async handle({ body: { monitorId = null, tag = null }, call: { account } }) {
        const { teamId } = account
        refuseForeignWork(account, null)
        if (monitorId !== null && !(await monitors.find({ id: monitorId, teamId })))
          throw new ServiceError('NOT_FOUND', 'Monitor not found')
        const feed = await feeds.add(teamId, { monitorId, tag })
        if (!feed) throw new ServiceError('CONFLICT', 'The team has 100 feeds. Remove one first.')
        const atomUrl = makeAddress(parts, 'atom', feed.token)
        const rssUrl = makeAddress(parts, 'rss', feed.token)
        return withData({ ...toFeed(feed), atomUrl, rssUrl })
      },
    }),
    keyEndpoint({
      ...shared,
      method: 'DELETE',
      path: '/v2/monitor-feeds/:feedId',
      params: z.object({ feedId: Id }),
      summary: 'Remove a feed',
      operationId: 'removeMonitorFeed',
      reply: json(Removed),
      errors: unknown,
      async handle({ params, call }) {
        refuseForeignWork(call.account, null)
        if (await feeds.remove(call.account.teamId, params.feedId))
          return { success: true as const }
        throw new ServiceError('NOT_FOUND', 'Feed not found')
      },
    }),
    readRoute(parts, 'atom'),
    readRoute(parts, 'rss'),
  ]
}

const makeAddress = (
  { publicUrl }: Pick<FeedRouteParts, 'publicUrl'>,
  form: keyof typeof forms,
  token: string,
) => `${publicUrl}/feeds/${form}?token=${token}`

const toFeed = ({ id, monitorId, tag, createdAt }: Feed) => ({
  id,
  ...(monitorId !== null && { monitorId }),
  ...(tag !== null && { tag }),
  createdAt,
})

const forms = {
  atom: { write: writeAtom, contentType: 'application/atom+xml; charset=utf-8' },
  rss: { write: writeRss, contentType: 'application/rss+xml; charset=utf-8' },
}
const noFeed = () => new ServiceError('NOT_FOUND', 'This feed does not exist, or was removed.')

function readRoute(parts: FeedRouteParts, form: keyof typeof forms): Endpoint {
  const { write, contentType } = forms[form]
  const name = form === 'atom' ? 'Atom' : 'RSS'
  return linkEndpoint({
    method: 'GET',
    path: `/feeds/${form}`,
    link: FeedToken,
    invalidLink: noFeed,
    reply: { type: 'file' },
    operation: {
      operationId: `read${name}Feed`,
      summary: `Changes as ${name}`,
      description: 'Needs the token of the address of the feed; no key.',
      tag: 'Monitor',
      errors: [],
    },
    async handle({ link: { token } }) {
      const feed = await parts.feeds.open(token)
      if (!feed) throw noFeed()
      const content = await readContent(parts, feed)
      const self = makeAddress(parts, form, token)
      return {
        content: write({ ...content, self }),
        contentType,
        headers: { 'cache-control': 'private, no-cache', 'referrer-policy': 'no-referrer' },
      }
    },
  })
}

const entriesMax = 50
const readMax = 200
const monitorsMax = 1_000

async function readContent({ monitors, pages, publicUrl }: FeedRouteParts, feed: Feed) {
  const { id, createdAt, tag } = feed
  const found = await listMonitors(monitors, feed)
  const byId = new Map(found.map((monitor) => [monitor.id, monitor]))
  const events = await pages.listEvents([...byId.keys()], readMax)
  const link = `${publicUrl}/console/monitors`
  const entries = events
    .filter((page) => !isNoise(page))
    .slice(0, entriesMax)
    .map((page) => ({
      page,
      monitorName: byId.get(page.monitorId)?.name ?? '',
      monitorLink: `${link}/${page.monitorId}`,
    }))
  const subject = tag ?? (feed.monitorId === null ? 'all monitors' : (found[0]?.name ?? ''))
  return { id, createdAt, title: `Changes: ${subject}`, link, entries }
}

async function listMonitors(
  monitors: FeedRouteParts['monitors'],
  { teamId, monitorId, tag }: Feed,
): Promise<readonly StoredMonitor[]> {
  if (monitorId === null)
    return monitors.list(teamId, { limit: monitorsMax, offset: 0, tag: tag ?? undefined })
  const monitor = await monitors.find({ id: monitorId, teamId })
  if (!monitor) throw noFeed()
  return [monitor]
}
