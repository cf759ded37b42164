import { z } from 'zod'

const listMax = 1_000

export const RedactPii = z
  .union([
    z.boolean(),
    z
      .strictObject({
        mode: z.enum(['accurate', 'aggressive', 'fast']).default('accurate'),
        entities: z
          .array(z.enum(['PERSON', 'EMAIL', 'PHONE', 'LOCATION', 'FINANCIAL', 'SECRET']))
          .max(listMax)
          .optional(),
        replaceStyle: z.enum(['tag', 'mask', 'remove']).default('tag'),
      })
      .meta({ id: 'RedactPiiOptions', description: 'What to redact, and how.' }),
  ])
  .default(false)
  .meta({ description: 'Redacts personal data in the results.' })
export type RedactPii = z.output<typeof RedactPii>

const domain = z
  .string()
  .max(253)
  .refine((text) => /^(\*\.)?([a-z\d_-]+\.)+[a-z\d-]+$/i.test(text), {
    error: 'Invalid domain entry: write a domain such as example.com or *.example.com.',
  })
const topLevelDomain = z.string().refine((text) => /^[a-z0-9]{1,63}$/.test(text), {
  error: 'Invalid TLD: write it in lower case, without a dot.',
})

export const ThreatProtection = z
  .strictObject({
    mode: z.enum(['off', 'manual-only', 'normal', 'zscaler']).optional(),
    riskScoreThreshold: z.int().min(0).max(100).optional(),
    blacklist: z.array(domain).max(listMax).optional(),
    whitelist: z.array(domain).max(listMax).optional(),
    blockedTlds: z.array(topLevelDomain).max(listMax).optional(),
    failurePolicy: z.enum(['closed', 'open']).optional(),
    allowRequestOverrides: z.boolean().optional(),
  })
  .meta({ id: 'ThreatProtection', description: 'Threat protection settings of this request.' })
