import { z } from 'zod'
import type { SavedRequests } from '#accounts/saved-requests.ts'
import { consoleEndpoint } from '#http/console-endpoint.ts'
import { json, type Endpoint } from '#http/endpoint.ts'
import { hasRole } from '#kernel/console-session.ts'
import { dataReply, withData } from '#kernel/reply.ts'
import { withoutSecrets } from '#kernel/sent-request.ts'
import { Done, IdParams, Name, SavedRequestReply, SavedRequestsReply } from './contract.ts'

export interface SavedRequestParts {
  readonly savedRequests: SavedRequests
}

const valuesLengthMax = 65_536
const Values = z
  .looseObject({})
  .refine((values) => JSON.stringify(values).length <= valuesLengthMax, {
    error: `A saved request has at most ${valuesLengthMax / 1024} KB of JSON.`,
  })

const NewRequest = z.strictObject({
  name: Name,
  operation: z.string().regex(/^(?:get|post|put|patch|delete) \/v2\/[\w/{}.-]{1,200}$/),
  values: Values,
})
/** Only another name, or everything anew. */
const RequestChange = z.union([NewRequest, z.strictObject({ name: Name })])

const path = '/console/api/requests'
const done = { success: true } as const

/** Requests of the playground that the team keeps under names. */
export function savedRequestRoutes({ savedRequests }: SavedRequestParts): Endpoint[] {
  const one = { path: `${path}/:id`, params: IdParams } as const
  return [
    consoleEndpoint({
      method: 'GET',
      path,
      role: 'viewer',
      reply: json(SavedRequestsReply),
      handle: async ({ session }) => withData(await savedRequests.list(session.account.teamId)),
    }),
    consoleEndpoint({
      ...one,
      method: 'GET',
      role: 'viewer',
      reply: json(SavedRequestReply),
      async handle({ session, params }) {
        const found = await savedRequests.find(params.id, session.account.teamId)
        if (hasRole(session.role, 'member')) return withData({ ...found, isPartial: false })
        const { value: values, isPartial } = withoutSecrets(found.values)
        return withData({ ...found, values, isPartial })
      },
    }),
    consoleEndpoint({
      method: 'POST',
      path,
      role: 'member',
      body: json(NewRequest),
      reply: json(dataReply(z.object({ id: z.uuid() }))),
      async handle({ session: { account, person }, body }) {
        const savedBy = person?.name ?? null
        return withData({
          id: await savedRequests.save({ ...body, teamId: account.teamId, savedBy }),
        })
      },
    }),
    consoleEndpoint({
      ...one,
      method: 'PATCH',
      role: 'member',
      body: json(RequestChange),
      reply: json(Done),
      async handle({ session: { account, person }, params, body }) {
        const { teamId } = account
        const savedBy = person?.name ?? null
        await savedRequests.change(params.id, { ...body, teamId, savedBy })
        return done
      },
    }),
    consoleEndpoint({
      ...one,
      method: 'DELETE',
      role: 'member',
      reply: json(Done),
      async handle({ session, params }) {
        await savedRequests.remove(params.id, session.account.teamId)
        return done
      },
    }),
  ]
}
