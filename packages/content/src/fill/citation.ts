import type { Outline } from './outline.ts'
import type { ReadValue } from './read-value.ts'
import { coerce } from './coerce.ts'
import { readType } from '#schemas/json-schema.ts'
import type { Profile } from './profile.ts'

const whole =
  /^(?<authors>\p{Lu}[^()]{2,300}?\p{Lu}\.[^()]{0,60}?) \((?<year>(?:1[89]|20)\d\d)[a-z]?\)[.:,]? (?<title>\p{Lu}[^?!]{3,300}?[?!.]) (?<rest>.{2,300})$/u
const source =
  /^(?<journal>\p{Lu}[^,.\d]{2,100}?)(?:, | )(?<volume>\d{1,4})(?:\((?<issue>\d{1,4})\))?(?:[,:] ?(?:pp?\. ?)?(?<pages>\d{1,6} ?[–-] ?\d{1,6}))?/u
const doi = /(?<![\d./])10\.\d{4,9}\/[^\s"<>]{1,100}/u

/** The parts of a reference to a paper by the names that are asked for; undefined for other texts. */
export function readCitation(text: string): ((profile: Profile) => unknown) | undefined {
  const { authors, year, title, rest = '' } = whole.exec(text)?.groups ?? {}
  if (title === undefined || authors === undefined) return undefined
  const parts: Readonly<Record<string, string | undefined>> = {
    authors,
    author: authors,
    year,
    title: title.replace(/\.$/, ''),
    ...source.exec(rest)?.groups,
    doi: doi.exec(rest)?.[0].replace(/[.,;)]{1,3}$/, ''),
  }
  return function readPart({ folded, schema, meanings }) {
    const isTitle = meanings.some(({ name }) => name === 'title')
    const name = isTitle ? 'title' : (synonyms[folded] ?? folded)
    const value = Object.hasOwn(parts, name) ? parts[name] : undefined
    if (value === undefined || readType(schema) === 'array') return undefined
    return coerce(value, schema, true)
  }
}

const synonyms: Readonly<Record<string, string>> = {
  'publication year': 'year',
  published: 'year',
  venue: 'journal',
  'journal name': 'journal',
  publication: 'journal',
  page: 'pages',
}

/** The only DOI of the content. */
export function doiShown({ lines }: Outline): ReadValue | undefined {
  const found = lines.flatMap(({ text }, line) => {
    const [value] = doi.exec(text.replace(/doi\.org\//i, ' ')) ?? []
    return value === undefined ? [] : [{ value: value.replace(/[.,;)]{1,3}$/, ''), line }]
  })
  return found.length === 1 ? found[0] : undefined
}
