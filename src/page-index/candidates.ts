import type { Sql } from '#storage/database.ts'
import type { IndexQuery } from './page-index.ts'
import { toQuery, type Plan, type Term } from './plan-query.ts'

/** A page that may be a result, with what its rank is made of. */
export interface Candidate {
  readonly id: number
  /** `ts_rank_cd` of all words: how near to each other they stand. */
  readonly density: number
  /** Words of the text. */
  readonly words: number
  readonly contentKey: string
  readonly url: string
  /** Lexemes of the query that the page holds, each with the fields of its occurrences: `ABDD`. */
  readonly fields: ReadonlyMap<string, string>
}

/** Pages that are ranked. */
const candidatesMax = 100
/** Matches that are looked at for them; more are in the order in which they were written. */
const matchesMax = 1_000
/** Those that lack words of the query; with them a list is filled up. */
const incompleteMax = 400
/** Pages that are added because others call them so. */
const linkedMax = 50
/** D text, C links of other pages, B headings, A title. */
const fieldWeights = `'{0.1,0.2,0.6,1.0}'`
/** Names that are looked at for them. */
const namedMax = 500
/** As the index `search_pages_names` has it. */
const names = `ts_filter(terms, '{a,b}')`
const isFulfilled = `case when $7 = '' then true else p.terms @@ $7::tsquery end
  and (cardinality($4::text[]) = 0 or exists (
    select from unnest($4::text[]) s where reverse(p.host) = reverse(s) or reverse(p.host) like reverse(s) || '.%'))
  and not exists (
    select from unnest($5::text[]) s where reverse(p.host) = reverse(s) or reverse(p.host) like reverse(s) || '.%')`

interface Row {
  readonly id: number
  readonly density: number
  readonly words: number
  readonly content: string
  readonly url: string
  readonly lexemes: readonly string[]
  readonly fields: readonly string[]
  readonly matches: number
}

/** Pages with all words; when these are few, with all but one; then with the rarest and any other. */
export async function findCandidates(
  sql: Sql,
  teamId: string,
  { plan, query }: { readonly plan: Plan; readonly query: IndexQuery },
): Promise<Candidate[]> {
  const found = new Map<number, Candidate>()
  const required = plan.terms.filter(({ isOptional }) => !isOptional)
  const density = joined(required, '&')
  const conditions = plan.conditions.map((part) => `(${part})`).join('&')
  const read = async (words: string, { where, most }: Pick<Reading, 'where' | 'most'>) => {
    const match = words || conditions
    if (match === '') return 0
    const asked = { teamId, match, where, most, density: density || match, conditions, plan, query }
    const rows = await readRows(sql, asked)
    for (const row of rows) if (!found.has(row.id)) found.set(row.id, toCandidate(row))
    return rows[0]?.matches ?? 0
  }
  for (const [step, words] of stepsOf(required).entries()) {
    const most = step === 0 ? matchesMax : incompleteMax
    const matches = await read(words, { where: 'page', most })
    // The order in which pages were written says nothing: those with the words in title or headings are asked for.
    if (matches >= most) await read(words, { where: 'names', most })
    if (found.size >= query.limit) break
  }
  return [...found.values()]
}

const joined = (some: readonly Term[], by: string) => some.map((term) => toQuery(term)).join(by)

function stepsOf(terms: readonly Term[]): string[] {
  const all = joined(terms, '&')
  const [rarest, ...others] = terms.toSorted((a, b) => b.idf - a.idf)
  if (!rarest || others.length === 0) return [all]
  const withoutOne = terms
    .map(
      (left) =>
        `(${joined(
          terms.filter((term) => term !== left),
          '&',
        )})`,
    )
    .join('|')
  const withRarest =
    others.length > 2 ? `${toQuery(rarest)}&(${joined(others, '|')})` : toQuery(rarest)
  return terms.length > 2 && terms.length <= 8 ? [all, withoutOne, withRarest] : [all, withRarest]
}

interface Reading {
  readonly teamId: string
  readonly match: string
  /** `names`: title, path and headings alone. */
  readonly where: 'page' | 'names'
  /** Matches that are looked at. */
  readonly most: number
  readonly density: string
  /** What each page must fulfil; empty for nothing. */
  readonly conditions: string
  readonly plan: Plan
  readonly query: IndexQuery
}

async function readRows(
  sql: Sql,
  { teamId, match, where, most, density, conditions, plan, query }: Reading,
): Promise<readonly Row[]> {
  const lexemes = plan.terms.flatMap((term) => term.lexemes)
  return sql.query<Row>(
    `with m as materialized (
       select id, terms from search_pages p where team_id = $1 and ${where === 'names' ? names : 'terms'} @@ $2::tsquery and ${isFulfilled}
       limit $8),
     best as (
       select id from m order by ts_rank_cd(${fieldWeights}, terms, $2::tsquery, 1) desc, id limit ${candidatesMax}),
     named as materialized (
       select url_key, terms from search_links where team_id = $1 and terms @@ $2::tsquery limit ${namedMax}),
     linked as (
       select p.id from (
         select * from named order by ts_rank_cd(${fieldWeights}, terms, $3::tsquery, 1) desc, url_key limit ${linkedMax}) l
       join search_pages p on p.team_id = $1 and p.url_key = l.url_key where ${isFulfilled}),
     chosen as (select id from best union select id from linked)
     select p.id::integer, p.words, p.url, encode(p.content_key, 'base64') as content,
       greatest(ts_rank_cd(${fieldWeights}, p.terms, $3::tsquery, 1),
         coalesce(ts_rank_cd(${fieldWeights}, l.terms, $3::tsquery, 1), 0))::float8 as density,
       u.lexemes, u.fields, (select count(*) from m)::integer as matches
     from chosen join search_pages p on p.team_id = $1 and p.id = chosen.id
     left join search_links l on l.team_id = $1 and l.url_key = p.url_key
     cross join lateral (
       select coalesce(array_agg(lexeme), '{}') as lexemes, coalesce(array_agg(fields), '{}') as fields from (
         select lexeme, string_agg(array_to_string(weights, ''), '') as fields
         from (select lexeme, weights from unnest(p.terms) union all select lexeme, weights from unnest(l.terms)) held
         where lexeme = any($6::text[]) group by lexeme) held) u`,
    [teamId, match, density, query.sites, query.notSites, lexemes, conditions, most],
  )
}

const toCandidate = ({ lexemes, fields, content, ...row }: Row): Candidate => ({
  ...row,
  contentKey: content,
  fields: new Map(lexemes.map((lexeme, index) => [lexeme, fields[index] ?? ''])),
})
