import { z } from 'zod'
import { consoleEndpoint } from '#http/console-endpoint.ts'
import { json, type Endpoint } from '#http/endpoint.ts'
import type { BlockCounts } from '#threat/block-counts.ts'
import type { Threats } from '#threat/threats.ts'
import { dataReply, withData } from '#kernel/reply.ts'

export interface ThreatConsoleParts {
  readonly threats: Pick<Threats, 'findScreen'>
  readonly blockCounts: Pick<BlockCounts, 'read'>
}

const Trial = z.strictObject({
  url: z.url({ error: 'This is not a URL.', protocol: /^https?$/ }).max(2_048),
})

const TrialReply = dataReply(
  z.object({
    isAllowed: z.boolean(),
    /** What decided; null when no rule did. */
    rule: z.string().nullable(),
    /** The classifier that gave the verdict. */
    provider: z.string().nullable(),
    categories: z.array(z.string()),
  }),
)

const Blocked = z.object({
  success: z.literal(true),
  /** Of the last 24 hours, most first. */
  data: z.array(z.object({ rule: z.string(), count: z.number().min(0) })).max(10),
})

/** What the stored policy decides about a URL, without a request or a charge; and what was blocked. */
export function threatConsoleRoutes({ threats, blockCounts }: ThreatConsoleParts): Endpoint[] {
  return [
    consoleEndpoint({
      method: 'GET',
      path: '/console/api/threat/blocked',
      role: 'viewer',
      reply: json(Blocked),
      handle: async ({ session }) => withData(await blockCounts.read(session.account.teamId)),
    }),
    consoleEndpoint({
      method: 'POST',
      path: '/console/api/threat/try',
      role: 'member',
      body: json(Trial),
      reply: json(TrialReply),
      async handle({ session, body: { url }, call }) {
        const screen = threats.findScreen(session.account)
        const { isAllowed, rule, provider, categories } = await screen.decide(url, call.signal)
        return withData({ isAllowed, rule, provider, categories })
      },
    }),
  ]
}
