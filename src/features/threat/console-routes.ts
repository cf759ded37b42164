import { z } from 'zod'
import { consoleEndpoint } from '#http/console-endpoint.ts'
import { json, type Endpoint } from '#http/endpoint.ts'
import type { Threats } from '#threat/threats.ts'

export interface ThreatConsoleParts {
  readonly threats: Pick<Threats, 'screenOf'>
}

const Trial = z.strictObject({
  url: z.url({ error: 'This is not a URL.', protocol: /^https?$/ }).max(2_048),
})

const TrialReply = z.object({
  success: z.literal(true),
  data: z.object({
    isAllowed: z.boolean(),
    /** What decided; null when no rule did. */
    rule: z.string().nullable(),
    /** The classifier that gave the verdict. */
    provider: z.string().nullable(),
    categories: z.array(z.string()),
  }),
})

/** What the stored policy decides about a URL. Nothing is fetched and no credits are charged. */
export function threatConsoleRoutes({ threats }: ThreatConsoleParts): Endpoint[] {
  return [
    consoleEndpoint({
      method: 'POST',
      path: '/console/api/threat/try',
      role: 'member',
      body: json(Trial),
      reply: json(TrialReply),
      async handle({ session, body: { url }, call }) {
        const screen = threats.screenOf(session.account.teamId)
        const { isAllowed, rule, provider, categories } = await screen.decide(url, call.signal)
        return {
          success: true as const,
          data: { isAllowed, rule, provider, categories: [...categories] },
        }
      },
    }),
  ]
}
