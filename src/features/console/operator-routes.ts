import type { ConsoleEvents } from '#accounts/console-events.ts'
import type { Keys } from '#accounts/keys.ts'
import type { Plans } from '#accounts/plans.ts'
import type { Slots } from '#accounts/slots.ts'
import type { TeamDeletion } from '#accounts/team-deletion.ts'
import type { Teams } from '#accounts/teams.ts'
import type { Credits } from '#credits/credits.ts'
import { json, type Endpoint } from '#http/endpoint.ts'
import { operatorEndpoint } from '#http/operator-endpoint.ts'
import { withData } from '#kernel/reply.ts'
import { Done, IdParams, KeyRows } from './contract.ts'
import { CreatedKey, NewKey } from './key-routes.ts'
import {
  CreditsReply,
  Grant,
  LogQuery,
  LogReply,
  NewTeam,
  PlanChange,
  PlanParams,
  PlanReply,
  PlansReply,
  TeamChange,
  TeamReply,
  TeamUseReply,
  TeamsReply,
} from './operator-contract.ts'

export interface OperatorRouteParts {
  readonly teams: Teams
  readonly teamDeletion: TeamDeletion
  readonly keys: Keys
  readonly plans: Plans
  readonly credits: Pick<Credits, 'balance' | 'grant'>
  readonly slots: Pick<Slots, 'usage'>
  readonly events: Pick<ConsoleEvents, 'recordOperator' | 'listAll'>
}

const done = { success: true } as const

/** The administration of the service for programs of the operator. Each change is recorded, also in the record of its team. */
export const operatorRoutes = (parts: OperatorRouteParts): Endpoint[] => [
  ...teamRoutes(parts),
  ...teamChangeRoutes(parts),
  ...keyRoutes(parts),
  ...planRoutes(parts),
  operatorEndpoint({
    method: 'GET',
    path: '/admin/log',
    query: LogQuery,
    reply: json(LogReply),
    handle: async ({ query }) => withData(await parts.events.listAll(query)),
  }),
]

function teamRoutes({ teams, credits, slots, events }: OperatorRouteParts): Endpoint[] {
  return [
    operatorEndpoint({
      method: 'GET',
      path: '/admin/teams',
      reply: json(TeamsReply),
      handle: async () => withData(await teams.list()),
    }),
    operatorEndpoint({
      method: 'POST',
      path: '/admin/teams',
      body: json(NewTeam),
      reply: json(TeamReply),
      async handle({ body, address }) {
        const team = await teams.create(body)
        const event = { teamId: team.id, action: 'created the team', subject: team.name }
        await events.recordOperator(address, event)
        return withData(team)
      },
    }),
    operatorEndpoint({
      method: 'GET',
      path: '/admin/teams/:id',
      params: IdParams,
      reply: json(TeamUseReply),
      async handle({ params: { id } }) {
        const team = await teams.read(id)
        const [balance, { active, waiting }] = await Promise.all([
          credits.balance(id),
          slots.usage(id),
        ])
        return withData({ ...team, credits: balance, running: active, waiting })
      },
    }),
  ]
}

function teamChangeRoutes(parts: OperatorRouteParts): Endpoint[] {
  const { teams, teamDeletion, credits, events } = parts
  return [
    operatorEndpoint({
      method: 'PATCH',
      path: '/admin/teams/:id',
      params: IdParams,
      body: json(TeamChange),
      reply: json(TeamReply),
      async handle({ params: { id }, body, address }) {
        const team = await teams.set(id, body)
        const event = { teamId: id, action: 'changed the team', subject: JSON.stringify(body) }
        await events.recordOperator(address, event)
        return withData(team)
      },
    }),
    operatorEndpoint({
      method: 'DELETE',
      path: '/admin/teams/:id',
      params: IdParams,
      reply: json(Done),
      async handle({ params: { id }, address }) {
        const { name } = await teams.read(id)
        await teamDeletion.delete(id)
        const event = { teamId: id, action: 'deleted the team', subject: name }
        await events.recordOperator(address, event)
        return done
      },
    }),
    operatorEndpoint({
      method: 'POST',
      path: '/admin/teams/:id/credits',
      params: IdParams,
      body: json(Grant),
      reply: json(CreditsReply),
      async handle({ params: { id }, body: { amount, note }, address }) {
        await teams.read(id)
        await credits.grant(id, amount, note)
        const event = { teamId: id, action: 'granted credits', subject: `${amount}: ${note}` }
        await events.recordOperator(address, event)
        return withData({ credits: await credits.balance(id) })
      },
    }),
  ]
}

function keyRoutes({ teams, keys, events }: OperatorRouteParts): Endpoint[] {
  return [
    operatorEndpoint({
      method: 'GET',
      path: '/admin/teams/:id/keys',
      params: IdParams,
      reply: json(KeyRows),
      async handle({ params: { id } }) {
        await teams.read(id)
        return withData(await keys.list(id))
      },
    }),
    operatorEndpoint({
      method: 'POST',
      path: '/admin/teams/:id/keys',
      params: IdParams,
      body: json(NewKey),
      reply: json(CreatedKey),
      async handle({ params: { id }, body, address }) {
        const created = await keys.create({ teamId: id, ...body })
        const event = { teamId: id, action: 'created a key', subject: body.name }
        await events.recordOperator(address, event)
        return withData(created)
      },
    }),
    operatorEndpoint({
      method: 'DELETE',
      path: '/admin/keys/:id',
      params: IdParams,
      reply: json(Done),
      async handle({ params: { id }, address }) {
        const { teamId, name } = await keys.revoke(id)
        await events.recordOperator(address, { teamId, action: 'revoked a key', subject: name })
        return done
      },
    }),
  ]
}

function planRoutes({ plans, events }: OperatorRouteParts): Endpoint[] {
  return [
    operatorEndpoint({
      method: 'GET',
      path: '/admin/plans',
      reply: json(PlansReply),
      handle: async () => withData(await plans.list()),
    }),
    operatorEndpoint({
      method: 'PATCH',
      path: '/admin/plans/:name',
      params: PlanParams,
      body: json(PlanChange),
      reply: json(PlanReply),
      async handle({ params: { name }, body, address }) {
        const plan = await plans.set(name, body)
        const subject = `${name}: ${JSON.stringify(body)}`
        await events.recordOperator(address, { teamId: null, action: 'changed a plan', subject })
        return withData(plan)
      },
    }),
  ]
}
