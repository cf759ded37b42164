import type { Sql } from '#storage/database.ts'
import { allWords, fieldWeights, findMatches, type MatchQuery } from './matches.ts'

/** A page that may be a result, with what its rank is made of. */
export interface Candidate {
  readonly id: number
  /** `ts_rank_cd` of all words: how near to each other they stand. */
  readonly density: number
  /** Words of the text. */
  readonly words: number
  readonly contentKey: string
  readonly url: string
  /** Lexemes of the query that the page holds. */
  readonly occurrences: ReadonlyMap<string, Occurrences>
}

/** Where a page holds a lexeme. */
export interface Occurrences {
  /** The field of each occurrence: `ABDD`. */
  readonly fields: string
  /** Position of each among the words of the page, from 1; none for those in the links of other pages. */
  readonly places: readonly number[]
}

interface Row {
  readonly id: number
  readonly density: number
  readonly words: number
  readonly content: string
  readonly url: string
  readonly lexemes: readonly string[]
  readonly fields: readonly string[]
  readonly places: readonly string[]
}

export async function findCandidates(
  sql: Sql,
  teamId: string,
  asked: MatchQuery,
): Promise<Candidate[]> {
  const ids = await findMatches(sql, teamId, asked)
  if (ids.length === 0) return []
  const rows = await sql.query<Row>(read, [
    teamId,
    ids,
    allWords(asked.plan),
    asked.plan.terms.flatMap((term) => term.lexemes),
  ])
  return rows.map(toCandidate)
}

/**
 * The positions of the wanted lexemes in one field. To unnest a whole page would make arrays for each of its lexemes: other weights set
 * the wanted ones apart first.
 */
function selectWanted(terms: string, field: 'A' | 'B' | 'C' | 'D', order: number): string {
  const mark = field === 'A' ? 'B' : 'A'
  const own = `ts_filter(${terms}, '{${field}}')`
  return `select ${order} as source, '${field}' as field, lexeme, positions
    from unnest(ts_filter(setweight(${own}, '${mark}', $4::text[]), '{${mark}}'))`
}

/** The fields of a page come before those of the links to it, so that its places belong to its first fields. */
const read = `
  select p.id::integer, p.words, p.url, encode(p.content_key, 'base64') as content,
    greatest(ts_rank_cd(${fieldWeights}, p.terms, $3::tsquery, 1),
      coalesce(ts_rank_cd(${fieldWeights}, l.terms, $3::tsquery, 1), 0))::float8 as density,
    u.lexemes, u.fields, u.places
  from unnest($2::bigint[]) as chosen (id) join search_pages p on p.team_id = $1 and p.id = chosen.id
  left join search_links l on l.team_id = $1 and l.url_key = p.url_key
  cross join lateral (
    select coalesce(array_agg(lexeme), '{}') as lexemes, coalesce(array_agg(fields), '{}') as fields,
      coalesce(array_agg(places), '{}') as places from (
      select lexeme, string_agg(repeat(field, cardinality(positions)), '' order by source) as fields,
        coalesce(string_agg(array_to_string(positions, ','), ',' order by source) filter (where source < 4), '') as places
      from (
        ${selectWanted('p.terms', 'A', 1)} union all ${selectWanted('p.terms', 'B', 2)}
        union all ${selectWanted('p.terms', 'D', 3)} union all ${selectWanted('l.terms', 'C', 4)}) held
      group by lexeme) held) u
  order by p.id`

const toCandidate = ({ lexemes, fields, places, content, ...row }: Row): Candidate => ({
  ...row,
  contentKey: content,
  occurrences: new Map(
    lexemes.map((lexeme, index) => [
      lexeme,
      { fields: fields[index] ?? '', places: toNumbers(places[index] ?? '') },
    ]),
  ),
})

const toNumbers = (list: string) => (list === '' ? [] : list.split(',').map(Number))
