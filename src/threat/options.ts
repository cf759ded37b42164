import { z } from 'zod'
import { readDomain } from './domain-list.ts'
import { threatModes } from './policy.ts'

const entriesMax = 1_000

const domain = z
  .string()
  .max(255)
  .refine((text) => readDomain(text) !== undefined, {
    error: 'Invalid domain entry: write a domain such as example.com or *.example.com.',
  })
  .meta({
    pattern: String.raw`^(?:\*\.)?(?:[a-z0-9](?:[a-z0-9-]{0,48}[a-z0-9])?\.){1,3}[a-z]{2,63}$`,
  })
const topLevelDomain = z
  .string()
  .refine((text) => /^[a-z0-9]{1,63}$/.test(text), {
    error: 'Invalid TLD: write it in lower case, without a dot.',
  })
  .meta({ pattern: '^[a-z0-9]{1,63}$' })

/** Members of a threat protection policy. */
export const policyMembers = {
  mode: z.enum(threatModes).meta({
    description:
      '`normal` asks classifiers after the lists, `manual-only` uses the lists alone, `off` checks nothing.',
  }),
  riskScoreThreshold: z
    .int()
    .min(0)
    .max(100)
    .meta({ description: 'A verdict with this score or a higher one blocks.' }),
  blacklist: z.array(domain).max(entriesMax).meta({ description: 'Domains that are blocked.' }),
  whitelist: z
    .array(domain)
    .max(entriesMax)
    .meta({ description: 'Domains that are allowed, whatever the other rules say.' }),
  blockedTlds: z
    .array(topLevelDomain)
    .max(entriesMax)
    .meta({ description: 'Top-level domains that are blocked.' }),
  failurePolicy: z
    .enum(['closed', 'open'])
    .meta({ description: 'What happens when a classifier does not answer.' }),
  allowRequestOverrides: z
    .boolean()
    .meta({ description: 'Whether requests may have the option `threatProtection`.' }),
}

/** The option of a request: members that replace those of the team. */
export const ThreatProtection = z
  .strictObject(policyMembers)
  .partial()
  .meta({ id: 'ThreatProtection', description: 'Threat protection settings of this request.' })
export type ThreatProtection = z.output<typeof ThreatProtection>
