/** A query, taken apart (docs/api/search.md). */
export interface ParsedQuery {
  /** Plain words, in their order. */
  readonly words: readonly string[]
  /** Quoted, without the quotes. */
  readonly phrases: readonly string[]
  /** Words and phrases that must not occur. */
  readonly minus: readonly string[]
  readonly sites: readonly string[]
  readonly notSites: readonly string[]
  readonly fileTypes: readonly string[]
  readonly inTitle: readonly string[]
  readonly inUrl: readonly string[]
  readonly related: readonly string[]
  /** `imagesize:` and `larger:`, as written. */
  readonly imageSizes: readonly string[]
  /** Words and phrases in the order they were written. */
  readonly text: string
}

const operators = {
  site: 'sites',
  filetype: 'fileTypes',
  ext: 'fileTypes',
  inurl: 'inUrl',
  intitle: 'inTitle',
  related: 'related',
  imagesize: 'imageSizes',
  larger: 'imageSizes',
} as const

const partsMax = 64

type Lists = { -readonly [Name in Exclude<keyof ParsedQuery, 'text'>]: string[] }

/** `allintitle:` and `allinurl:` claim every word behind them. Unknown operators are words. */
export function parseQuery(query: string): ParsedQuery {
  const lists: Lists = {
    words: [],
    phrases: [],
    minus: [],
    sites: [],
    notSites: [],
    fileTypes: [],
    inTitle: [],
    inUrl: [],
    related: [],
    imageSizes: [],
  }
  let rest: 'inTitle' | 'inUrl' | undefined
  const shown: string[] = []
  for (const part of splitParts(query).slice(0, partsMax)) {
    const claimed = claim(part)
    if (claimed) rest = claimed.rest
    const word = claimed ? claimed.word : part.word
    const { isMinus, isPhrase } = part
    if (word === '') continue
    if (rest && !isMinus) lists[rest].push(word)
    else if (isMinus && part.operator === 'site') lists.notSites.push(readSite(word))
    else if (isMinus) lists.minus.push(word)
    else if (part.operator === 'site') lists.sites.push(readSite(word))
    else if (part.operator) lists[operators[part.operator]].push(word)
    else {
      lists[isPhrase ? 'phrases' : 'words'].push(word)
      shown.push(isPhrase ? `"${word}"` : word)
    }
  }
  return { ...lists, text: shown.join(' ') }
}

interface Part {
  readonly isMinus: boolean
  readonly operator: keyof typeof operators | undefined
  readonly isPhrase: boolean
  readonly word: string
}

/** Splits at spaces outside of quotes. */
function splitParts(query: string): Part[] {
  const found = query.matchAll(/(-?)(?:([a-z]{3,10}):)?(?:"([^"]{0,500})"?|([^\s"]{1,500}))/gi)
  return [...found].map(([, minus, name = '', phrase, bare = '']) => {
    const operator = name.toLowerCase()
    const isKnown = Object.hasOwn(operators, operator)
    return {
      isMinus: minus === '-',
      operator: isKnown ? (operator as keyof typeof operators) : undefined,
      isPhrase: phrase !== undefined,
      word: `${isKnown || name === '' ? '' : `${name}:`}${(phrase ?? bare).trim()}`,
    }
  })
}

const claims = { 'allintitle:': 'inTitle', 'allinurl:': 'inUrl' } as const

function claim({ word }: Part) {
  for (const [name, rest] of Object.entries(claims)) {
    if (word.toLowerCase().startsWith(name)) return { rest, word: word.slice(name.length) }
  }
  return undefined
}

/** `https://www.Example.com/` and `.example.com` mean example.com; a path stays out. */
function readSite(text: string): string {
  const [host = ''] = text
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .split('/')
  const bare = host.startsWith('.') ? host.slice(1) : host
  return bare.startsWith('www.') ? bare.slice(4) : bare
}
