const codes = new Set(
  'USD EUR GBP JPY CAD AUD NZD CHF SEK NOK DKK PLN CZK HUF RON BGN HRK INR CNY RUB BRL MXN ZAR TRY SGD HKD KRW ILS AED SAR THB MYR PHP IDR VND UAH CLP COP ARS PEN TWD KWD QAR EGP PKR NGN KES ISK GEL KZT'.split(
    ' ',
  ),
)

const signs: Readonly<Record<string, string>> = {
  us$: 'USD',
  c$: 'CAD',
  ca$: 'CAD',
  a$: 'AUD',
  au$: 'AUD',
  nz$: 'NZD',
  s$: 'SGD',
  hk$: 'HKD',
  nt$: 'TWD',
  r$: 'BRL',
  mx$: 'MXN',
  '€': 'EUR',
  euro: 'EUR',
  '£': 'GBP',
  円: 'JPY',
  元: 'CNY',
  '₹': 'INR',
  rs: 'INR',
  zł: 'PLN',
  '₽': 'RUB',
  руб: 'RUB',
  chf: 'CHF',
  kč: 'CZK',
  '₩': 'KRW',
  원: 'KRW',
  ft: 'HUF',
  lei: 'RON',
  '₺': 'TRY',
  tl: 'TRY',
  '₴': 'UAH',
  грн: 'UAH',
  rm: 'MYR',
  kn: 'HRK',
  '฿': 'THB',
  '₱': 'PHP',
  '₫': 'VND',
  '₪': 'ILS',
  лв: 'BGN',
}

/** Signs that several countries use: the country of the host tells which is meant. */
const ambiguous: Readonly<
  Record<string, { readonly usual: string; readonly of: readonly string[] }>
> = {
  $: {
    usual: 'USD',
    of: ['USD', 'CAD', 'AUD', 'NZD', 'SGD', 'HKD', 'MXN', 'CLP', 'COP', 'ARS', 'TWD'],
  },
  kr: { usual: 'SEK', of: ['SEK', 'NOK', 'DKK', 'ISK'] },
  '¥': { usual: 'JPY', of: ['JPY', 'CNY'] },
}

/** Currencies of countries by the last label of host names. */
const byCountry: Readonly<Record<string, string>> = {
  ca: 'CAD',
  au: 'AUD',
  nz: 'NZD',
  sg: 'SGD',
  hk: 'HKD',
  mx: 'MXN',
  cl: 'CLP',
  co: 'COP',
  ar: 'ARS',
  tw: 'TWD',
  se: 'SEK',
  no: 'NOK',
  dk: 'DKK',
  is: 'ISK',
  cn: 'CNY',
  jp: 'JPY',
  pl: 'PLN',
  cz: 'CZK',
  hu: 'HUF',
  ro: 'RON',
  ch: 'CHF',
  uk: 'GBP',
  in: 'INR',
  br: 'BRL',
  ru: 'RUB',
  tr: 'TRY',
  kr: 'KRW',
  za: 'ZAR',
  my: 'MYR',
  th: 'THB',
  de: 'EUR',
  at: 'EUR',
  fr: 'EUR',
  it: 'EUR',
  es: 'EUR',
  nl: 'EUR',
  be: 'EUR',
  ie: 'EUR',
  fi: 'EUR',
  pt: 'EUR',
  gr: 'EUR',
  sk: 'EUR',
  si: 'EUR',
  lv: 'EUR',
  lt: 'EUR',
  ee: 'EUR',
  hr: 'EUR',
}

/** Turns signs and codes of a page into ISO 4217 codes. */
export type CurrencyOf = (text: string | undefined) => string | undefined

/** Reads currencies as the country of the host means them: `$` is CAD on `.ca`. */
export function createFindCurrency(url: string): CurrencyOf {
  const host = URL.parse(url)?.hostname ?? ''
  const country = host.slice(host.lastIndexOf('.') + 1)
  // `.co` is the last label of many hosts that are not in Colombia.
  const local = country === 'co' && !host.endsWith('.com.co') ? undefined : byCountry[country]
  return function currencyOf(text) {
    const sign = text?.trim().toLowerCase().replace(/\.$/, '') ?? ''
    if (codes.has(sign.toUpperCase())) return sign.toUpperCase()
    const several = ambiguous[sign]
    if (!several) return Object.hasOwn(signs, sign) ? signs[sign] : undefined
    return local !== undefined && several.of.includes(local) ? local : several.usual
  }
}
