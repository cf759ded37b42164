import { z } from 'zod'

/** Country and languages of the reader (contract section 4.4). */
export const Location = z
  .strictObject({
    country: z
      .string()
      .transform((text) => text.toUpperCase())
      .refine((country) => /^[A-Z]{2}$/.test(country), {
        error: 'Invalid country code. Use a valid ISO 3166-1 alpha-2 country code.',
      })
      .default('US')
      .meta({ description: 'ISO 3166-1 alpha-2.', examples: ['DE'] }),
    languages: z
      .array(z.string().min(1).max(35))
      .max(20)
      .optional()
      .meta({ description: 'Preferred languages; those of the country when absent.' }),
  })
  .meta({ id: 'Location', description: 'Where the reader seems to be.' })
