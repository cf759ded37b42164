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
