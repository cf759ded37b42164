import { createYields } from '#kernel/event-loop.ts'
import type { Sql } from '#storage/database.ts'
import { editsBetween } from './edits.ts'
import { allConfigurations } from './language.ts'

/** Corrects words that no page of a team holds. */
export interface Spelling {
  /**
   * Of the words that are one edit away, or two of a longer word, the one that most pages hold; undefined for words that are not
   * spelled.
   */
  nearest(
    teamId: string,
    word: string,
    /** Those that the pages of the team are stemmed with. */
    configurations: readonly string[],
  ): Promise<string | undefined>
}

const lengthMin = 4
const lengthMax = 32
/** Shorter words are near to too many others. */
export const twoEditsLengthMin = 7
const comparedMax = 20_000
const countedWordsMax = 50
const purgedAtOnce = 200
/** Pages are counted so far: which of two words is the more frequent is all that matters. */
const countedMax = 500

/** Letters that a word may lack, by script. */
const alphabets = [
  { letter: /^[a-z]+$/, letters: 'abcdefghijklmnopqrstuvwxyz' },
  { letter: /^[а-яё]+$/, letters: 'абвгдеёжзийклмнопрстуфхцчшщъыьэюя' },
  { letter: /^[α-ως]+$/, letters: 'αβγδεζηθικλμνξοπρσςτυφχψω' },
]

export function createSpelling({ sql }: { readonly sql: Sql }): Spelling {
  return {
    async nearest(teamId, word, configurations) {
      if (!isCorrectable(word)) return undefined
      const near = await mostHeld(sql, { teamId, configurations }, listEdits(word))
      if (near !== undefined || word.length < twoEditsLengthMin) return near
      const further = await wordsTwoEditsAway(sql, teamId, word)
      return mostHeld(sql, { teamId, configurations }, further)
    },
  }
}

/** Whether a word may be one with a typing error. */
export const isCorrectable = (word: string): boolean =>
  word.length >= lengthMin && word.length <= lengthMax && !/\p{N}/u.test(word)

/** Of the words that the team knows, the one that most pages hold. */
async function mostHeld(
  sql: Sql,
  {
    teamId,
    configurations,
  }: { readonly teamId: string; readonly configurations: readonly string[] },
  words: readonly string[],
): Promise<string | undefined> {
  if (words.length === 0) return undefined
  const [held] = await sql.query<{ word: string }>(
    `select word from search_words w cross join lateral (
       select array_agg(distinct l) as lexemes from unnest($3::text[]) c
       cross join unnest(tsvector_to_array(to_tsvector(search_configuration(c), w.word))) l) stemmed
     cross join lateral (
       select max(share) as share from search_frequencies f where f.team_id = $1 and f.lexeme = any(lexemes)) frequent
     cross join lateral (
       select case when share is null then (select count(*) from (
         select from search_pages p where p.team_id = $1 and p.terms @@ (
           select string_agg(quote_literal(l), '|')::tsquery from unnest(lexemes) l)
         limit ${countedMax}) held) end as pages) counted
     where team_id = $1 and word = any($2) order by share desc nulls last, pages desc, word limit 1`,
    [teamId, words, configurations],
  )
  return held?.word
}

/** Those that share the first two letters, or the last two: errors at both ends of a word are rare. */
async function wordsTwoEditsAway(sql: Sql, teamId: string, word: string): Promise<string[]> {
  const rows = await sql.query<{ word: string }>(
    `select word from search_words where team_id = $1 and left(word, 2) = left($2, 2)
       and length(word) between length($2) - 2 and length($2) + 2
     union
     select word from search_words where team_id = $1 and right(word, 2) = right($2, 2)
       and length(word) between length($2) - 2 and length($2) + 2
     limit ${comparedMax}`,
    [teamId, word],
  )
  const yields = createYields()
  const near: string[] = []
  for (const { word: other } of rows) {
    if (editsBetween(word, other, 2) === 2) near.push(other)
    if (near.length >= countedWordsMax) break
    await yields.next()
  }
  return near
}

/** Words with a letter less, a letter more, another letter, or two letters swapped. */
export function listEdits(word: string): string[] {
  const letters = alphabets.find(({ letter }) => letter.test(word))?.letters ?? ''
  const edits = new Set<string>()
  for (let at = 0; at <= word.length; at++) {
    const [before, here, after] = [word.slice(0, at), word.slice(at, at + 1), word.slice(at + 1)]
    edits.add(before + after)
    edits.add(before + after.slice(0, 1) + here + after.slice(1))
    for (const letter of letters) {
      edits.add(before + letter + after)
      edits.add(before + letter + here + after)
    }
  }
  edits.delete(word)
  return [...edits]
}

const beforeAll = { team: '00000000-0000-0000-0000-000000000000', word: '' }

/**
 * Removes words that no page of their team holds any more, some at a time; repeats from the beginning after the last. Of words that
 * took too long, fewer are looked at the next time, and those after them come first.
 */
export function createWordPurge({ sql }: { readonly sql: Sql }): { purge(): Promise<void> } {
  let [after, atOnce] = [beforeAll, purgedAtOnce]
  return {
    async purge() {
      const words = await sql.query<{ team: string; word: string }>(
        `select team_id as team, word from search_words where (team_id, word) > ($1, $2)
         order by team_id, word limit $3`,
        [after.team, after.word, atOnce],
      )
      after = words.at(-1) ?? beforeAll
      if (words.length === 0) return
      try {
        await sql.query(removeUnheld, [
          words.map(({ team }) => team),
          words.map(({ word }) => word),
          allConfigurations,
        ])
        atOnce = Math.min(purgedAtOnce, atOnce * 2)
      } catch (error) {
        atOnce = Math.max(1, Math.floor(atOnce / 2))
        throw error
      }
    },
  }
}

const removeUnheld = `
  delete from search_words w using unnest($1::uuid[], $2::text[]) as batch (team_id, word)
  where w.team_id = batch.team_id and w.word = batch.word and not exists (
    select from search_pages p where p.team_id = batch.team_id and p.terms @@ (
      select string_agg(distinct quote_literal(l), '|')::tsquery from unnest($3::text[]) c
      cross join unnest(tsvector_to_array(to_tsvector(search_configuration(c), batch.word))) l))`
