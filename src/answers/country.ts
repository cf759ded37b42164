import type { ValuePlace } from '#content/fill/find-places.ts'
import type { Locate } from '#content/fill/locate.ts'
import { readProfile, type Profile } from '#content/fill/profile.ts'

const languages = 'en de fr es it nl pt pl sv da nb fi cs'.split(' ')
const isAsked = ({ folded }: Profile): boolean =>
  /(?:^| )(?:country|nationality|land|pays|país|pais|paese|kraj)(?: |$)/.test(folded)

/** Where a page says the name of a country that a field has by its code, or has an address of the country of its language. */
export function findCountry(
  locate: Locate,
  value: unknown,
  profile: Profile,
): ValuePlace | undefined {
  if (typeof value !== 'string' || !isAsked(profile)) return undefined
  const code = /^[A-Z]{2}$/.test(value) ? value : undefined
  if (code === undefined) return undefined
  const text = readProfile('name', { type: 'string' })
  for (const language of languages) {
    const name = nameCountry(language, code)
    const place = name === undefined ? undefined : locate.places(name, text)[0]
    if (place) return place
  }
  const dialled = Object.keys(dialling).find((prefix) => dialling[prefix] === code)
  const called =
    dialled === undefined
      ? undefined
      : locate.findLine((text) => text.includes(`+${dialled}`) || text.includes(`00${dialled}`))
  if (called) return called
  const homes = locate.language === undefined ? [] : listHomes(locate.language)
  return homes.includes(code) ? locate.findLine((_, line) => locate.isInAddress(line)) : undefined
}

/** The countries that a language is spoken in; of `de-CH` that one alone. */
function listHomes(language: string): readonly string[] {
  const [own = '', region] = language.split('-')
  if (region !== undefined && /^[A-Za-z]{2}$/.test(region)) return [region.toUpperCase()]
  return homes[own]?.split(' ') ?? [own.toUpperCase()]
}

const homes: Readonly<Record<string, string>> = {
  en: 'US GB IE AU NZ CA',
  de: 'DE AT CH',
  fr: 'FR BE CH CA',
  es: 'ES MX AR CL CO',
  nl: 'NL BE',
  pt: 'PT BR',
  sv: 'SE FI',
  da: 'DK',
  nb: 'NO',
  no: 'NO',
  cs: 'CZ',
  ja: 'JP',
}

/** Codes that phone numbers of countries begin with. */
const dialling: Readonly<Record<string, string>> = Object.fromEntries(
  'GB44 DE49 FR33 ES34 IT39 NL31 BE32 CH41 AT43 DK45 SE46 NO47 PL48 PT351 IE353 FI358 CZ420 HU36 GR30 AU61 NZ64 JP81 IN91 BR55 MX52'
    .split(' ')
    .map((pair) => [pair.slice(2), pair.slice(0, 2)]),
)

function nameCountry(language: string, code: string): string | undefined {
  const name = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' }).of(code)
  return name === code ? undefined : name
}
