import { KeyHosts } from '#threat/read-key-hosts.ts'
import { z } from 'zod'
import { dataReply, withData } from '#kernel/reply.ts'
import type { ConsoleEvents } from '#accounts/console-events.ts'
import type { Keys as KeyStore } from '#accounts/keys.ts'
import { formatTypes } from '#formats/registry.ts'
import { consoleEndpoint } from '#http/console-endpoint.ts'
import { json, type Endpoint } from '#http/endpoint.ts'
import { endpointGroups } from '#kernel/account.ts'
import { ServiceError } from '#kernel/errors.ts'
import { Done, IdParams, KeysReply } from './contract.ts'

export interface KeyRouteParts {
  readonly keys: KeyStore
  readonly events: ConsoleEvents
}

export const NewKey = z.strictObject({
  name: z.string().trim().min(1, { error: 'Enter a name.' }).max(100),
  allowedEndpoints: z.array(z.enum(endpointGroups)).max(endpointGroups.length).default([]),
  allowedFormats: z.array(z.enum(formatTypes)).max(formatTypes.length).default([]),
  allowedHosts: KeyHosts.default([]),
})

export const CreatedKey = dataReply(z.object({ id: z.uuid(), key: z.string() }))

const path = '/console/api/keys'

/** The API keys of a team. A key is returned once, when it is created. */
export function keyRoutes({ keys, events }: KeyRouteParts): Endpoint[] {
  return [
    consoleEndpoint({
      method: 'GET',
      path,
      role: 'member',
      reply: json(KeysReply),
      async handle({ session }) {
        const restrictions = { endpoints: endpointGroups, formats: formatTypes }
        const data = await keys.list(session.account.teamId)
        return { success: true as const, data, restrictions }
      },
    }),
    consoleEndpoint({
      method: 'POST',
      path,
      role: 'admin',
      isSensitive: true,
      body: json(NewKey),
      reply: json(CreatedKey),
      async handle({ session, body, visitor }) {
        const created = await keys.create({ teamId: session.account.teamId, ...body })
        await events.record(session, visitor, { action: 'created a key', subject: body.name })
        return withData(created)
      },
    }),
    consoleEndpoint({
      method: 'DELETE',
      path: `${path}/:id`,
      role: 'admin',
      params: IdParams,
      reply: json(Done),
      async handle({ session, params, visitor }) {
        const rows = await keys.list(session.account.teamId)
        const key = rows.find(({ id }) => id === params.id)
        if (!key) throw new ServiceError('NOT_FOUND', 'The team has no such key.')
        await keys.revoke(key.id)
        await events.record(session, visitor, { action: 'revoked a key', subject: key.name })
        return { success: true as const }
      },
    }),
  ]
}
