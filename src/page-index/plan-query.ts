import type { Sql } from '#storage/database.ts'
import { fold, foldedWords } from './fold.ts'
import { countedPagesMax } from './frequencies.ts'
import { chooseConfiguration, noStemming } from './language.ts'
import type { IndexQuery } from './page-index.ts'
import type { Spelling } from './spelling.ts'

/** A word of the query, as the index has it. */
export interface Term {
  /** Lexemes in the languages that are searched; one of them is enough. */
  readonly lexemes: readonly string[]
  /** Pages that hold it: estimated for frequent words of large teams, else counted up to `countedPagesMax`. */
  readonly pages: number
  /** Inverse document frequency. */
  readonly idf: number
  /** It says nothing in a language of the team, so that pages in that language do not hold it. */
  readonly isOptional: boolean
}

export interface QueryPlan {
  /** Words that occur at all. */
  readonly terms: readonly Term[]
  /** Parts of a tsquery that every page must fulfil: phrases, words of the title, words that must not occur. */
  readonly conditions: readonly string[]
  readonly corrections: readonly { readonly from: string; readonly to: string }[]
  /** How many words say something in the language of the query, on whatever page. */
  readonly tellingWords: number
  /** Whether there are words between them that say nothing, such as articles: a question, or a line of a text. */
  readonly isSentence: boolean
  /** Words that are too frequent to say anything; set only when the query has no others. */
  readonly ignored: readonly string[]
}

const wordsMax = 32
const foreignWordsMin = 3
/** Words without a meaning of their own, such as articles, from which a query is taken for one in their language. */
const silentWordsMin = 2
/** A word on more pages is not taken for more frequent: words in a row would hardly count in a large team. */
const holdersMax = 10_000

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
): Promise<QueryPlan> {
  const configurations = chooseConfigurations(query.language, languages)
  const phrases = query.phrases.map(foldedList).filter((words) => words.length > 0)
  const words = foldedWords([...query.words, ...query.phrases, ...query.inTitle].join(' ')).slice(
    0,
    wordsMax,
  )
  const others = [...query.minus.map(foldedList), ...query.inTitle.map(foldedList), ...phrases]
  const asked = [...new Set([...words, ...others.flat()])]
  const stemmings = await stem(sql, asked, configurations)
  const own = findLanguage(words, stemmings)
  const { stems, optional } = readStems(stemmings, own)
  const counts = await countPages(sql, { teamId, size }, [
    ...new Set(words.flatMap((word) => stems.get(word) ?? [])),
  ])
  const countPagesWith = (word: string) =>
    Math.max(0, ...(stems.get(word) ?? []).map((lexeme) => counts.get(lexeme) ?? 0))

  const quoted = new Set(phrases.flat())
  const corrections: { from: string; to: string }[] = []
  const telling = words.filter((word) => (stems.get(word)?.length ?? 0) > 0)
  const unknown = telling.filter((word) => countPagesWith(word) === 0)
  // A question of which most words are on no page is in another language.
  const isForeign = telling.length >= foreignWordsMin && unknown.length > telling.length / 2
  for (const word of isForeign ? [] : unknown) {
    if (quoted.has(word)) continue
    const to = await spelling.nearest(teamId, word, configurations)
    if (to !== undefined) corrections.push({ from: word, to })
  }
  if (corrections.length > 0) {
    const corrected = corrections.map(({ to }) => to)
    const stemmed = readStems(await stem(sql, corrected, configurations), own)
    for (const [word, lexemes] of stemmed.stems) stems.set(word, lexemes)
    const missing = corrected.flatMap((word) => stems.get(word) ?? [])
    for (const [lexeme, pages] of await countPages(sql, { teamId, size }, missing))
      counts.set(lexeme, pages)
  }
  const spelled = words.map((word) => corrections.find(({ from }) => from === word)?.to ?? word)
  const terms = [...new Set(spelled)].flatMap((word) => {
    const pages = countPagesWith(word)
    const lexemes = stems.get(word) ?? []
    if (pages === 0 || lexemes.length === 0) return []
    const holders = Math.min(pages, size, holdersMax)
    const idf = Math.log(1 + (size - holders + 0.5) / (holders + 0.5))
    return [{ lexemes, pages, idf, isOptional: optional.has(word) }]
  })
  const isAnyNeeded = terms.some(({ isOptional }) => !isOptional)
  return {
    terms: isAnyNeeded ? terms : terms.map((term) => ({ ...term, isOptional: false })),
    conditions: writeConditions(query, stems),
    corrections,
    tellingWords: telling.length,
    isSentence: telling.length < words.length,
    ignored: words.every((word) => stems.get(word)?.length === 0) ? words : [],
  }
}

function chooseConfigurations(language: string, languages: readonly string[]): string[] {
  return [...new Set([language, ...languages].map(chooseConfiguration).concat(noStemming))]
}

const foldedList = (text: string) => fold(text).split(' ').filter(Boolean)

/** Phrases word by word, `-` for words that must not occur, words of the title. */
function writeConditions(
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

interface Stemming {
  readonly word: string
  readonly lexemes: string[]
  /** For each configuration, whether the word says something in that language. */
  readonly says: readonly boolean[]
}

const stem = (sql: Sql, words: readonly string[], configurations: readonly string[]) =>
  sql.query<Stemming>(
    `select w as word, lexemes, says from unnest($1::text[]) w cross join lateral (
       select coalesce(array_agg(distinct l) filter (where l is not null), '{}') as lexemes,
         array_agg(l is not null order by place) as says
       from unnest($2::text[]) with ordinality as c (name, place)
       left join lateral unnest(tsvector_to_array(to_tsvector(search_configuration(name), w))) l on true) stemmed`,
    [words, configurations],
  )

/** The configuration of the query: the first, unless the words are those of sentences in another language. */
function findLanguage(words: readonly string[], stemmings: readonly Stemming[]): number {
  const own = stemmings.filter(({ word }) => words.includes(word))
  const [first = [], ...others] = (own[0]?.says ?? []).map((_, at) =>
    own.filter(({ says }) => !says[at]),
  )
  const silent = others.map(({ length }) => length)
  const most = Math.max(0, ...silent)
  return most >= silentWordsMin && most > first.length ? silent.indexOf(most) + 1 : 0
}

interface Stems {
  /** Lexemes of each word; none for words that say nothing in the language of the query. */
  readonly stems: Map<string, string[]>
  /** Words that say nothing in another language of the team. */
  readonly optional: ReadonlySet<string>
}

const readStems = (stemmings: readonly Stemming[], own: number): Stems => ({
  stems: new Map(stemmings.map(({ word, lexemes, says }) => [word, says[own] ? lexemes : []])),
  optional: new Set(stemmings.flatMap(({ word, says }) => (says.every(Boolean) ? [] : word))),
})

async function countPages(
  sql: Sql,
  { teamId, size }: { readonly teamId: string; readonly size: number },
  lexemes: readonly string[],
): Promise<Map<string, number>> {
  if (lexemes.length === 0) return new Map()
  const rows = await sql.query<{ lexeme: string; pages: number }>(
    `select l as lexeme, coalesce(ceil(f.share * $4::integer), (select count(*) from (
       select from search_pages where team_id = $1 and terms @@ q::tsquery limit ${countedPagesMax}) held))::integer as pages
     from unnest($2::text[], $3::text[]) as asked (l, q)
     left join search_frequencies f on f.team_id = $1 and f.lexeme = l`,
    [teamId, lexemes, lexemes.map(literal), size],
  )
  return new Map(rows.map(({ lexeme, pages }) => [lexeme, pages]))
}
