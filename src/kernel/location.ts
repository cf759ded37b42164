import { z } from 'zod'
import { ServiceError } from './errors.ts'

/** Country and languages of the reader (docs/api/scrape.md). */
export const Location = z
  .strictObject({
    country: z
      .string()
      .transform((text) => text.toUpperCase())
      .refine(isCountry, {
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

/** What callers write for addresses that stay the same; no country, and nobody has them here. */
const staticAddresses = 'US-WHITELIST'

/** Fails with `FORBIDDEN` when addresses are wanted that stay the same (docs/api/scrape.md). */
export function refuseStaticAddresses({ country }: z.output<typeof Location>): void {
  if (country !== staticAddresses) return
  throw new ServiceError(
    'FORBIDDEN',
    'Static IP addresses are not enabled for your team. Send a country instead.',
  )
}

const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** Names of two letters that are no country of today: unions, parts of countries, and former ones. */
const noCountries = new Set(
  'AC CP CQ DD DG DY EA EU EZ FX HV IC NH QO RH SU TA TP UK UN VD XA XB YD YU ZR ZZ AN BU CS NT'.split(
    ' ',
  ),
)

function isCountry(code: string): boolean {
  if (code === staticAddresses) return true
  return /^[A-Z]{2}$/.test(code) && !noCountries.has(code) && names.of(code) !== undefined
}
