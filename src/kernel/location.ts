import { z } from 'zod'
import { ServiceError } from './errors.ts'

/** Country and languages of a request (docs/api/scrape.md). */
export const Location = z
  .strictObject({
    country: z
      .string()
      .transform((text) => withoutPool(text.toUpperCase()))
      .refine(isCountry, {
        error: 'Invalid country code. Use a valid ISO 3166-1 alpha-2 country code.',
      })
      .default('US')
      .meta({ description: 'ISO 3166-1 alpha-2.', examples: ['DE'] }),
    languages: z
      .array(z.string().min(1).max(35))
      .max(20)
      .optional()
      .meta({ description: 'Preferred languages. Default: those of the country.' }),
  })
  .meta({ id: 'Location', description: 'Country and languages of the request.' })

/** Some clients name a pool of addresses, of which there is one here. */
const withoutPool = (code: string) => (code === 'US-GENERIC' ? 'US' : code)

/** The country code that requests static IP addresses, which are not supported. */
const staticAddresses = 'US-WHITELIST'

/** Fails with `FORBIDDEN` if static IP addresses are requested (docs/api/scrape.md). */
export function refuseStaticAddresses({ country }: z.output<typeof Location>): void {
  if (country !== staticAddresses) return
  throw new ServiceError(
    'FORBIDDEN',
    'Static IP addresses are not enabled for your team. Send a country instead.',
  )
}

/** Made for the first country of a request: reading the names takes longer than the rest of this module. */
let names: Intl.DisplayNames | undefined

/** Two-letter region codes that are not countries: unions, parts of countries, and former countries. */
const noCountries = new Set(
  'AC CP CQ DD DG DY EA EU EZ FX HV IC NH QO RH SU TA TP UK UN VD XA XB YD YU ZR ZZ AN BU CS NT'.split(
    ' ',
  ),
)

function isCountry(code: string): boolean {
  if (code === staticAddresses) return true
  if (!/^[A-Z]{2}$/.test(code) || noCountries.has(code)) return false
  names ??= new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  return names.of(code) !== undefined
}
