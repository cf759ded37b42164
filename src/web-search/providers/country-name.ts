const english = new Intl.DisplayNames('en', { type: 'region' })

/** Names that providers know in an older form than the tables of the runtime. */
const olderNames: Readonly<Record<string, string>> = {
  CZ: 'czech republic',
  MM: 'myanmar',
  TR: 'turkey',
}

/** The English name of a country (ISO 3166-1 alpha-2) in lower case: `united states`. */
export const countryName = (code: string): string =>
  olderNames[code] ?? (english.of(code) ?? code).toLowerCase()
