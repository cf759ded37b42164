interface Place {
  readonly country: string
  readonly languages?: readonly string[] | undefined
}

/** Returns the preferred languages, most preferred first: the requested ones, or else the main language of the country. */
export function listLanguages({ country, languages = [] }: Place): readonly string[] {
  const asked = languages.filter((language) => /^[a-z\d-]{2,35}$/i.test(language))
  if (asked.length > 0) return asked.slice(0, languagesMax)
  const known = ofCountries.get(country) ?? ofCountry(country)
  ofCountries.set(country, known)
  return known
}

const languagesMax = 9

/** There are a few hundred countries, and to look one up takes longer than the rest of the headers of a request. */
const ofCountries = new Map<string, readonly string[]>()

function ofCountry(country: string): readonly string[] {
  const { language } = new Intl.Locale(`und-${country}`).maximize()
  return [...new Set([`${language}-${country}`, language, 'en'])]
}

/** `de-AT,de;q=0.9,en;q=0.8` */
export function acceptLanguage(place: Place): string {
  return listLanguages(place)
    .map((tag, index) => (index === 0 ? tag : `${tag};q=${(10 - index) / 10}`))
    .join(',')
}
