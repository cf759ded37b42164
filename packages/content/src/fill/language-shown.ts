import type { Outline } from './outline.ts'
import type { ReadValue } from './read-value.ts'

const spoken =
  'en de fr es it nl pt pl sv da nb fi cs sk hu ro el tr ru uk ja zh ko ar he ca eu gl cy ga'.split(
    ' ',
  )
const written = 'en de fr es it nl pl sv da pt cs'.split(' ')
let languages: ReadonlySet<string> | undefined

/** The names of languages in the languages of pages. */
function listLanguages(): ReadonlySet<string> {
  const names = written.flatMap((language) => {
    const display = new Intl.DisplayNames(language, { type: 'language' })
    return spoken.map((code) => display.of(code)?.toLowerCase() ?? '')
  })
  return new Set(names)
}

const taught =
  /(?<!\p{L})(?:in|en|auf|på|po|em|op|w języku|language is|sprache ist|langue est|idioma es|lingua è|taal is|språket är|sproget er) (\p{L}{4,20})(?!\p{L})/giu

/** The only language that the content says something is in: `taught in English`, `The course language is Danish`. */
export function languageShown({ lines }: Outline): ReadValue | undefined {
  languages ??= listLanguages()
  const found = new Map<string, number>()
  for (const [line, { text }] of lines.entries())
    for (const { 1: name = '' } of text.matchAll(taught))
      if (languages.has(name.toLowerCase()) && !found.has(name)) found.set(name, line)
  const [first] = found
  return first && found.size === 1 ? { value: first[0], line: first[1] } : undefined
}
