import { z } from 'zod'
import { ServiceError } from './errors.ts'

/** The second letters of the country codes of ISO 3166-1, and of XK, by the first. */
const countries: Readonly<Record<string, string>> = {
  A: 'DEFGILMOQRSTUWXZ',
  B: 'ABDEFGHIJLMNOQRSTVWYZ',
  C: 'ACDFGHIKLMNORUVWXYZ',
  D: 'EJKMOZ',
  E: 'CEGHRST',
  F: 'IJKMOR',
  G: 'ABDEFGHILMNPQRSTUWY',
  H: 'KMNRTU',
  I: 'DELMNOQRST',
  J: 'EMOP',
  K: 'EGHIMNPRWYZ',
  L: 'ABCIKRSTUVY',
  M: 'ACDEFGHKLMNOPQRSTUVWXYZ',
  N: 'ACEFGILOPRUZ',
  O: 'M',
  P: 'AEFGHKLMNRSTWY',
  Q: 'A',
  R: 'EOSUW',
  S: 'ABCDEGHIJKLMNORSTVXYZ',
  T: 'CDFGHJKLMNORTVWZ',
  U: 'AGMSYZ',
  V: 'ACEGINU',
  W: 'FS',
  X: 'K',
  Y: 'ET',
  Z: 'AMW',
}

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
      .meta({
        description: 'ISO 3166-1 alpha-2.',
        examples: ['DE'],
        pattern: writeCountryPattern(),
      }),
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

function isCountry(code: string): boolean {
  const isKnown = code.length === 2 && countries[code.charAt(0)]?.includes(code.charAt(1))
  return code === staticAddresses || isKnown === true
}

/** The same for the OpenAPI document, in capitals and small letters. */
function writeCountryPattern(): string {
  const codes = Object.entries(countries).map(
    ([first, second]) => writeClass(first) + writeClass(second),
  )
  return `^(?:${codes.join('|')}|us-(?:generic|whitelist)|US-(?:GENERIC|WHITELIST))$`
}

function writeClass(capitals: string): string {
  return `[${capitals}${capitals.toLowerCase()}]`
}
