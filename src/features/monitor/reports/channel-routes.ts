import { z } from 'zod'
import { dataReply, time, withData } from '#kernel/reply.ts'
import type { Channels, StoredChannel } from '#delivery/channels/channels.ts'
import {
  channelPattern,
  channelRefusals,
  describeReceiver,
  openChannel,
} from '#delivery/channels/open-channel.ts'
import type { Outbox } from '#delivery/outbox.ts'
import { json, keyEndpoint, type Endpoint } from '#http/endpoint.ts'
import { ServiceError } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import { Id } from '#kernel/uuid.ts'
import { strictBody } from '#kernel/strict-body.ts'
import { invalidUrl, readUrl } from '#kernel/url.ts'
import { targetRefusals, type UrlRules } from '#kernel/web-url.ts'
import type { Database } from '#storage/database.ts'
import { makeChannelEvent } from './report-by-channels.ts'

/** A channel as it is written: its URL opens, and leads where webhooks may go. */
const channelCreate = (rules: UrlRules) =>
  strictBody({
    name: z.string().trim().min(1).max(128),
    url: z
      .string()
      .min(1)
      .max(1_024)
      .transform((text, context) => {
        const channel = openChannel(text)
        const reason = typeof channel === 'string' ? channel : findRefusal(channel, rules)
        if (reason === undefined && typeof channel !== 'string') return channel.url
        context.addIssue({ code: 'custom', message: reason ?? '' })
        return z.NEVER
      })
      .meta({
        description: 'As Apprise writes it, for example `tgram://bot-token/chat-id`.',
        pattern: channelPattern,
      }),
  }).meta({ id: 'ChannelCreate', description: 'Where notifications of changes are sent.' })

function findRefusal(
  channel: Exclude<ReturnType<typeof openChannel>, string>,
  { allowedHosts, webhookRefusal }: UrlRules,
): string | undefined {
  const { url } = channel.write({ title: '', text: '', subject: '' }, 'test')
  const reading = readUrl(url, allowedHosts)
  return reading.status === 'read' ? webhookRefusal?.(new URL(reading.url)) : reading.reason
}

const Channel = z
  .object({
    id: z.uuid(),
    name: z.string(),
    receiver: z.string().meta({ description: 'Service and place, without secrets.' }),
    createdAt: time,
  })
  .meta({ id: 'Channel', description: 'A channel of the team.' })

const ChannelReply = dataReply(Channel).meta({ id: 'ChannelReply' })
const ChannelsReply = dataReply(z.array(Channel)).meta({
  id: 'ChannelsReply',
  description: 'The channels of the team, oldest first.',
})
const Removed = z.object({ success: z.literal(true) }).meta({ id: 'ChannelRemoved' })
const Tested = dataReply(z.object({ jobId: z.uuid() })).meta({
  id: 'ChannelTested',
  description: 'The deliveries of this job say what became of the message.',
})

interface ChannelRouteParts {
  readonly channels: Channels
  readonly database: Pick<Database, 'transaction'>
  readonly outbox: Pick<Outbox, 'add'>
  readonly publicUrl: string
}

const shared = { tag: 'Monitor', group: 'monitor', creditsRequired: 0, bucket: 'status' } as const
const unknown = ['NOT_FOUND'] as const

/** Channels of the team, which monitors report to. */
export function channelRoutes(parts: ChannelRouteParts & UrlRules): Endpoint[] {
  return [...listRoutes(parts), ...routesOfOne(parts)]
}

function listRoutes({ channels, ...rules }: ChannelRouteParts & UrlRules): Endpoint[] {
  return [
    keyEndpoint({
      ...shared,
      method: 'GET',
      path: '/v2/monitor-channels',
      summary: 'List channels',
      operationId: 'listMonitorChannels',
      reply: json(ChannelsReply),
      handle: async ({ call }) =>
        withData((await channels.list(call.account.teamId)).map(toChannel)),
    }),
    keyEndpoint({
      ...shared,
      method: 'POST',
      path: '/v2/monitor-channels',
      summary: 'Add a channel',
      operationId: 'addMonitorChannel',
      body: json(channelCreate(rules)),
      reply: json(ChannelReply),
      errors: ['CONFLICT'],
      refusals: [...channelRefusals, ...targetRefusals, invalidUrl],
      async handle({ body, call }) {
        const added = await channels.add(call.account.teamId, body)
        if (added) return withData(toChannel(added))
        throw new ServiceError('CONFLICT', 'The team has 100 channels. Remove one first.')
      },
    }),
  ]
}

function routesOfOne({ channels, database, outbox, publicUrl }: ChannelRouteParts): Endpoint[] {
  const one = { path: '/v2/monitor-channels/:channelId', params: ChannelParams } as const
  return [
    keyEndpoint({
      ...shared,
      ...one,
      method: 'DELETE',
      summary: 'Remove a channel',
      operationId: 'removeMonitorChannel',
      reply: json(Removed),
      errors: unknown,
      async handle({ params, call }) {
        if (await channels.remove(call.account.teamId, params.channelId))
          return { success: true as const }
        throw notFound()
      },
    }),
    keyEndpoint({
      ...shared,
      method: 'POST',
      path: '/v2/monitor-channels/:channelId/test',
      params: ChannelParams,
      summary: 'Send a test message',
      operationId: 'testMonitorChannel',
      reply: json(Tested),
      errors: unknown,
      async handle({ params, call: { account } }) {
        const known = await channels.list(account.teamId)
        const channel = known.find(({ id }) => id === params.channelId)
        if (!channel) throw notFound()
        const jobId = newId()
        const place = { teamId: account.teamId, jobId, type: 'channel.test' }
        const link = `${publicUrl}/console/monitors`
        const event = makeChannelEvent(channel, { ...testMessage, link, subject: jobId }, place)
        await database.transaction((sql) => outbox.add(sql, [event]))
        return withData({ jobId })
      },
    }),
  ]
}

const ChannelParams = z.object({ channelId: Id })
const testMessage = { title: 'A test of Weir', text: 'Changes of monitors will be reported here.' }
const notFound = () => new ServiceError('NOT_FOUND', 'Channel not found')

const toChannel = ({ id, name, url, createdAt }: StoredChannel) => ({
  id,
  name,
  receiver: describeReceiver(url),
  createdAt,
})
