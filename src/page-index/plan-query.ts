import type { Sql } from '#storage/database.ts'
import { fold, foldedWords } from './fold.ts'
import { configurationOf, noStemming } from './language.ts'
import type { IndexQuery } from './page-index.ts'
import type { Spelling } from './spelling.ts'

/** A word of the query, as the index has it. */
export interface Term {
  /** Lexemes in the languages that are searched; one of them is enough. */
  readonly lexemes: readonly string[]
  /** Pages that hold it, counted up to `countedMax`. */
  readonly pages: number
  /** Inverse document frequency. */
  readonly idf: number
}

export interface Plan {
  /** Words that occur at all. */
  readonly terms: readonly Term[]
  /** Parts of a tsquery that every page must fulfil: phrases, words of the title, words that must not occur. */
  readonly conditions: readonly string[]
  readonly corrections: readonly { readonly from: string; readonly to: string }[]
}

const wordsMax = 32
const countedMax = 10_000

/** A lexeme or a word in a tsquery. */
const literal = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

/** A term in a tsquery, optionally only in the title, the headings or both. */
export function toQuery({ lexemes }: Pick<Term, 'lexemes'>, weights = ''): string {
  const parts = lexemes.map((lexeme) => `${literal(lexeme)}${weights === '' ? '' : `:${weights}`}`)
  return parts.length === 1 ? (parts[0] ?? '') : `(${parts.join('|')})`
}

interface PlanDeps {
  readonly sql: Sql
  readonly spelling: Spelling
}

/** Stems the words, counts the pages that contain them, and corrects words that occur on no page. */
export async function planQuery(
  teamId: string,
  { query, languages, size }: { query: IndexQuery; languages: readonly string[]; size: number },
  { sql, spelling }: PlanDeps,
): Promise<Plan> {
  const configurations = configurationsOf(query.language, languages)
  const phrases = query.phrases.map(foldedList).filter((words) => words.length > 0)
  const words = foldedWords([...query.words, ...query.phrases, ...query.inTitle].join(' ')).slice(
    0,
    wordsMax,
  )
  const others = [...query.minus.map(foldedList), ...query.inTitle.map(foldedList), ...phrases]
  const stems = await stem(sql, [...new Set([...words, ...others.flat()])], configurations)
  const counts = await countPages(sql, teamId, [
    ...new Set(words.flatMap((word) => stems.get(word) ?? [])),
  ])
  const pagesOf = (word: string) =>
    Math.max(0, ...(stems.get(word) ?? []).map((lexeme) => counts.get(lexeme) ?? 0))

  const quoted = new Set(phrases.flat())
  const corrections: { from: string; to: string }[] = []
  for (const word of words) {
    const isUnknown = (stems.get(word)?.length ?? 0) > 0 && pagesOf(word) === 0
    if (!isUnknown || quoted.has(word)) continue
    const to = await spelling.nearest(teamId, word)
    if (to !== undefined) corrections.push({ from: word, to })
  }
  if (corrections.length > 0) {
    const corrected = corrections.map(({ to }) => to)
    for (const [word, lexemes] of await stem(sql, corrected, configurations))
      stems.set(word, lexemes)
    const missing = corrected.flatMap((word) => stems.get(word) ?? [])
    for (const [lexeme, pages] of await countPages(sql, teamId, missing)) counts.set(lexeme, pages)
  }
  const spelled = words.map((word) => corrections.find(({ from }) => from === word)?.to ?? word)
  const terms = [...new Set(spelled)].flatMap((word) => {
    const pages = pagesOf(word)
    const lexemes = stems.get(word) ?? []
    if (pages === 0 || lexemes.length === 0) return []
    const idf = Math.log(1 + (size - Math.min(pages, size) + 0.5) / (pages + 0.5))
    return [{ lexemes, pages, idf }]
  })
  return { terms, conditions: conditionsOf(query, stems), corrections }
}

function configurationsOf(language: string, languages: readonly string[]): string[] {
  return [...new Set([language, ...languages].map(configurationOf).concat(noStemming))]
}

const foldedList = (text: string) => fold(text).split(' ').filter(Boolean)

/** Phrases word by word, `-` for words that must not occur, words of the title. */
function conditionsOf(
  { phrases, minus, inTitle }: IndexQuery,
  stems: ReadonlyMap<string, readonly string[]>,
): string[] {
  const sequence = (text: string, weights = '') =>
    foldedList(text).flatMap((word) => {
      const lexemes = stems.get(word) ?? []
      return lexemes.length === 0 ? [] : [toQuery({ lexemes }, weights)]
    })
  return [
    ...phrases.map((phrase) => sequence(phrase).join('<->')),
    ...inTitle.map((text) => sequence(text, 'A').join('<->')),
    ...minus
      .map((text) => sequence(text).join('<->'))
      .flatMap((part) => (part ? [`!(${part})`] : [])),
  ].filter((part) => part !== '')
}

/** Lexemes of each word; none for words that say nothing in every language. */
async function stem(
  sql: Sql,
  words: readonly string[],
  configurations: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await sql.query<{ word: string; lexemes: string[] }>(
    `select w as word, array(
       select distinct l from unnest($2::text[]) c
       cross join unnest(tsvector_to_array(to_tsvector(search_configuration(c), w))) l
       -- What is a stop word in the language of the query is one.
       where exists (select from unnest(tsvector_to_array(
         to_tsvector(search_configuration(($2::text[])[1]), w))) s)) as lexemes
     from unnest($1::text[]) w`,
    [words, configurations],
  )
  return new Map(rows.map(({ word, lexemes }) => [word, lexemes]))
}

async function countPages(
  sql: Sql,
  teamId: string,
  lexemes: readonly string[],
): Promise<Map<string, number>> {
  if (lexemes.length === 0) return new Map()
  const rows = await sql.query<{ lexeme: string; pages: number }>(
    `select l as lexeme, (select count(*) from (
       select from search_pages where team_id = $1 and terms @@ q::tsquery limit ${countedMax}) held)::integer as pages
     from unnest($2::text[], $3::text[]) as asked (l, q)`,
    [teamId, lexemes, lexemes.map(literal)],
  )
  return new Map(rows.map(({ lexeme, pages }) => [lexeme, pages]))
}
