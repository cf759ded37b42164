import type { Sql } from '#storage/database.ts'
import { allConfigurations } from './language.ts'

/** Corrects words that no page of a team holds. */
export interface Spelling {
  /** Of the words that are one edit away, the one that most pages hold; undefined for words that are not spelled. */
  nearest(teamId: string, word: string): Promise<string | undefined>
}

const lengthMin = 4
const lengthMax = 32
const purgedAtOnce = 200
/** Pages are counted so far: which of two words is the more frequent is all that matters. */
const countedMax = 1_000

/** Letters that a word may lack, by script. */
const alphabets = [
  { letter: /^[a-z]+$/, letters: 'abcdefghijklmnopqrstuvwxyz' },
  { letter: /^[а-яё]+$/, letters: 'абвгдеёжзийклмнопрстуфхцчшщъыьэюя' },
  { letter: /^[α-ως]+$/, letters: 'αβγδεζηθικλμνξοπρσςτυφχψω' },
]

export function createSpelling({ sql }: { readonly sql: Sql }): Spelling {
  return {
    async nearest(teamId, word) {
      const isSpelled = word.length >= lengthMin && word.length <= lengthMax && !/\p{N}/u.test(word)
      if (!isSpelled) return undefined
      const [nearest] = await sql.query<{ word: string }>(
        `select word from search_words w, lateral (
           select count(*) as pages from (
             select from search_pages p where p.team_id = $1 and p.terms @@ (
               select string_agg(distinct quote_literal(l), '|')::tsquery from unnest($3::text[]) c
               cross join unnest(tsvector_to_array(to_tsvector(search_configuration(c), w.word))) l)
             limit ${countedMax}) held) counted
         where team_id = $1 and word = any($2) order by pages desc, word limit 1`,
        [teamId, editsOf(word), allConfigurations],
      )
      return nearest?.word
    },
  }
}

/** Words with a letter less, a letter more, another letter, or two letters swapped. */
function editsOf(word: string): string[] {
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
/** Removes words that no page of their team holds any more, some at a time; repeats from the beginning after the last. */
export function createWordPurge({ sql }: { readonly sql: Sql }): { purge(): Promise<void> } {
  let after = { team: '00000000-0000-0000-0000-000000000000', word: '' }
  return {
    async purge() {
      const rows = await sql.query<{ team: string; word: string }>(
        `with some as (
           select team_id, word from search_words where (team_id, word) > ($1, $2)
           order by team_id, word limit ${purgedAtOnce}),
         gone as (
           delete from search_words w using some
           where w.team_id = some.team_id and w.word = some.word and not exists (
             select from search_pages p where p.team_id = some.team_id and p.terms @@ (
               select string_agg(distinct quote_literal(l), '|')::tsquery from unnest($3::text[]) c
               cross join unnest(tsvector_to_array(to_tsvector(search_configuration(c), some.word))) l)))
         select team_id as team, word from some order by team_id desc, word desc limit 1`,
        [after.team, after.word, allConfigurations],
      )
      after = rows[0] ?? { team: '00000000-0000-0000-0000-000000000000', word: '' }
    },
  }
}
