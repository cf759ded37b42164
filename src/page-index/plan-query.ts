import type { Sql } from '#storage/database.ts'
import { fold, foldedWords, writtenWords } from './fold.ts'
import { countedPagesMax } from './frequencies.ts'
import { chooseConfiguration, configurationsOfSentences, noStemming } from './language.ts'
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
  /** Whether it is a sentence in a language of which the team has no pages: that a page has one of its words is mostly chance. */
  readonly isForeign: boolean
  /** Words that are too frequent to say anything; set only when the query has no others. */
  readonly ignored: readonly string[]
}

const wordsMax = 32
const foreignWordsMin = 3
/** Words without a meaning of their own, such as articles, from which a query is taken for one in their language. */
const silentWordsMin = 2
/** How often as many of them another language must have as those of the team, which share some with it. */
const foreignShare = 2
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
  const written = new Map(writtenWords(query.words.join(' ')).map((word) => [fold(word), word]))
  const stemmings = await stem(sql, asked, { configurations, written })
  const spoken = languages.map(chooseConfiguration)
  const { own, isOther } = findLanguage(words, stemmings, { configurations, spoken })
  const stems = readStems(stemmings, own)
  const optional = findOptional(stemmings, configurations)
  const counts = await countPages(sql, { teamId, size }, [
    ...new Set(words.flatMap((word) => stems.get(word) ?? [])),
  ])
  const countPagesWith = (word: string) =>
    Math.max(0, ...(stems.get(word) ?? []).map((lexeme) => counts.get(lexeme) ?? 0))

  const quoted = new Set(phrases.flat())
  const telling = words.filter((word) => (stems.get(word)?.length ?? 0) > 0)
  const unknown = telling.filter((word) => countPagesWith(word) === 0)
  // A question of which most words are on no page is in another language, too.
  const isForeign =
    isOther || (telling.length >= foreignWordsMin && unknown.length > telling.length / 2)
  const wrong = isForeign ? [] : unknown.filter((word) => !quoted.has(word))
  const corrections = await findCorrections(wrong, (word) =>
    spelling.nearest(teamId, word, configurations),
  )
  if (corrections.length > 0) {
    const corrected = corrections.map(({ to }) => to)
    const stemmed = readStems(await stem(sql, corrected, { configurations, written }), own)
    for (const [word, lexemes] of stemmed) stems.set(word, lexemes)
    const missing = corrected.flatMap((word) => stems.get(word) ?? [])
    for (const [lexeme, pages] of await countPages(sql, { teamId, size }, missing))
      counts.set(lexeme, pages)
  }
  const spelled = words.map((word) => corrections.find(({ from }) => from === word)?.to ?? word)
  const terms = [...new Set(spelled)].flatMap((word) => {
    const pages = countPagesWith(word)
    const lexemes = stems.get(word) ?? []
    if (pages === 0 || lexemes.length === 0) return []
    return [{ lexemes, pages, idf: findRarity(pages, size), isOptional: optional.has(word) }]
  })
  return {
    terms: needAny(terms),
    conditions: writeConditions(query, stems),
    corrections,
    tellingWords: telling.length,
    isSentence: telling.length < words.length,
    isForeign,
    ignored: words.every((word) => stems.get(word)?.length === 0) ? words : [],
  }
}

async function findCorrections(
  wrong: readonly string[],
  findNearest: (word: string) => Promise<string | undefined>,
): Promise<QueryPlan['corrections']> {
  const corrections: { from: string; to: string }[] = []
  for (const from of wrong) {
    const to = await findNearest(from)
    if (to !== undefined) corrections.push({ from, to })
  }
  return corrections
}

/** All are required where each says nothing in some language. */
const needAny = (terms: readonly Term[]): readonly Term[] =>
  terms.every(({ isOptional }) => isOptional)
    ? terms.map((term) => ({ ...term, isOptional: false }))
    : terms

/** Inverse document frequency. */
function findRarity(pages: number, size: number): number {
  const holders = Math.min(pages, size, holdersMax)
  return Math.log(1 + (size - holders + 0.5) / (holders + 0.5))
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
  /** The configurations in which the word says nothing. */
  readonly silentIn: readonly string[]
}

/** Lexemes are those of the index, without accents. Lists of words that say nothing have accents: words are looked up as they are written, too. */
const stem = (
  sql: Sql,
  words: readonly string[],
  {
    configurations,
    written,
  }: {
    readonly configurations: readonly string[]
    /** Words with their accents, by the folded word. */
    readonly written: ReadonlyMap<string, string>
  },
) =>
  sql.query<Stemming>(
    `select w as word, array(
       select distinct l from unnest($3::text[]) name, unnest(tsvector_to_array(to_tsvector(search_configuration(name), w))) l) as lexemes,
       array(select name from unnest($4::text[]) name, search_configuration(name) c
         where to_tsvector(c, w) = '' or own <> w and to_tsvector(c, own) = '') as "silentIn"
     from unnest($1::text[], $2::text[]) as asked (w, own)`,
    [
      words,
      words.map((word) => written.get(word) ?? word),
      configurations,
      [...new Set([...configurations, ...configurationsOfSentences])],
    ],
  )

/**
 * The configuration of the query: the first, unless the words are those of sentences in another language of the team, or clearly in one of
 * which it has no pages.
 */
function findLanguage(
  words: readonly string[],
  stemmings: readonly Stemming[],
  {
    configurations,
    spoken,
  }: { readonly configurations: readonly string[]; readonly spoken: readonly string[] },
): { readonly own: string; readonly isOther: boolean } {
  const [first = noStemming] = configurations
  const silent = stemmings.flatMap(({ word, silentIn }) => (words.includes(word) ? silentIn : []))
  const count = (name: string) => silent.filter((other) => other === name).length
  const findMost = (names: readonly string[]) =>
    names.reduce((best, name) => (count(name) > count(best) ? name : best), first)
  const most = findMost([...new Set([...configurations, ...silent])])
  const least = Math.max(silentWordsMin, foreignShare * Math.max(0, ...spoken.map(count)))
  if (spoken.length > 0 && !spoken.includes(most) && count(most) >= least)
    return { own: most, isOther: true }
  const own = findMost(configurations)
  return { own: count(own) >= silentWordsMin ? own : first, isOther: false }
}

/** Lexemes of each word; none for words that say nothing in the language of the query. */
const readStems = (stemmings: readonly Stemming[], own: string) =>
  new Map(
    stemmings.map(({ word, lexemes, silentIn }) => [word, silentIn.includes(own) ? [] : lexemes]),
  )

/** Words that say nothing in a language that is searched. */
const findOptional = (stemmings: readonly Stemming[], configurations: readonly string[]) =>
  new Set(
    stemmings.flatMap(({ word, silentIn }) =>
      configurations.some((name) => silentIn.includes(name)) ? [word] : [],
    ),
  )

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
