import type { Sql } from '#storage/database.ts'
import { urlKey } from './page-key.ts'
import type { IndexQuery } from './page-index.ts'
import { toQuery, type QueryPlan, type Term } from './plan-query.ts'

/** Pages with all words that are ranked. */
const completeMax = 40
/** Pages that are ranked because they hold words that few pages hold. */
const likelyMax = 70
/** Matches that are looked at; more are in the order in which they were written. */
const matchesMax = 500
/** Of more frequent words, only the pages that have them in title or headings are likely. */
const holdersMax = 2_000
const namedHoldersMax = 500
/** Pages that are added because others call them so. */
const linkedMax = 30
/** Names that are looked at for them. */
const namedMax = 500
/** D text, C links of other pages, B headings, A title. */
export const fieldWeights = `'{0.1,0.2,0.6,1.0}'`
/** As the index `search_pages_names` has it. */
const names = `ts_filter(terms, '{a,b}')`
/**
 * Conditions that every page must fulfil: `$2` a tsquery or empty, `$3` hosts of which one is needed, `$4` hosts that are left out,
 * `$5` parts of the URL, `$6` keys of the only pages. What is empty is left out when the query is planned.
 */
const isFulfilled = `case when $2 = '' then true else p.terms @@ $2::tsquery end
  and (cardinality($3::text[]) = 0 or exists (
    select from unnest($3::text[]) s where reverse(p.host) = reverse(s) or reverse(p.host) like reverse(s) || '.%'))
  and (cardinality($4::text[]) = 0 or not exists (
    select from unnest($4::text[]) s where reverse(p.host) = reverse(s) or reverse(p.host) like reverse(s) || '.%'))
  and (cardinality($5::text[]) = 0 or not exists (select from unnest($5::text[]) u where strpos(lower(p.url), lower(u)) = 0))
  and ($6::bytea[] is null or p.url_key = any($6::bytea[]))`

export interface MatchQuery {
  readonly plan: QueryPlan
  readonly query: IndexQuery
  /** Pages that are near to the question by what they say. */
  readonly near: readonly number[]
}

/** Pages that may be results: those with all words, those with the words that few pages hold, and those that are near. */
export async function findMatches(sql: Sql, teamId: string, asked: MatchQuery): Promise<number[]> {
  const required = requiredTerms(asked.plan)
  const complete = await completePages(sql, teamId, asked)
  const likely = required.length > 1 ? await likelyPages(sql, teamId, asked) : []
  const near = asked.near.length > 0 ? await permittedPages(sql, teamId, asked) : []
  const some = [...complete, ...likely, ...near]
  const isByAddress = some.length === 0 && allWords(asked.plan) === '' && asked.query.inUrl?.length
  return [...new Set(isByAddress ? await latestPages(sql, teamId, asked) : some)]
}

/** Words that say something in every language of the team. */
const requiredTerms = ({ terms }: QueryPlan): Term[] =>
  terms.filter(({ isOptional }) => !isOptional)

/** A tsquery of all required words; of the conditions when there are none. */
export const allWords = (plan: QueryPlan): string =>
  requiredTerms(plan)
    .map((term) => toQuery(term))
    .join('&') || allConditions(plan)

const allConditions = ({ conditions }: QueryPlan) => conditions.map((part) => `(${part})`).join('&')

const filters = (teamId: string, { plan, query }: MatchQuery) => [
  teamId,
  allConditions(plan),
  query.sites,
  query.notSites,
  query.inUrl ?? [],
  query.urls?.map(urlKey) ?? null,
]

/** Those of the near pages that fulfil the conditions. */
async function permittedPages(sql: Sql, teamId: string, asked: MatchQuery): Promise<number[]> {
  const rows = await sql.query<{ id: number }>(
    `select p.id::integer from search_pages p where team_id = $1 and id = any($7::bigint[]) and ${isFulfilled}`,
    [...filters(teamId, asked), asked.near],
  )
  return rows.map(({ id }) => id)
}

/** The pages that were read last, for a query that names nothing but a part of the address. */
async function latestPages(sql: Sql, teamId: string, asked: MatchQuery): Promise<number[]> {
  const rows = await sql.query<{ id: number }>(
    `select p.id::integer from search_pages p where team_id = $1 and ${isFulfilled} order by read_at desc, id limit ${completeMax}`,
    filters(teamId, asked),
  )
  return rows.map(({ id }) => id)
}

async function completePages(sql: Sql, teamId: string, asked: MatchQuery): Promise<number[]> {
  if (allWords(asked.plan) === '') return []
  const read = async (where: 'terms' | typeof names) =>
    sql.query<{ id: number; matches: number }>(
      `with m as materialized (
         select id, terms from search_pages p where team_id = $1 and ${where} @@ $7::tsquery and ${isFulfilled}
         limit ${matchesMax}),
       best as (
         select id from m order by ts_rank_cd(${fieldWeights}, terms, $7::tsquery, 1) desc, id limit ${completeMax}),
       named as materialized (
         select url_key, terms from search_links where team_id = $1 and terms @@ $7::tsquery limit ${namedMax}),
       linked as (
         select p.id from (
           select * from named order by ts_rank_cd(${fieldWeights}, terms, $7::tsquery, 1) desc, url_key limit ${linkedMax}) l
         join search_pages p on p.team_id = $1 and p.url_key = l.url_key where ${isFulfilled})
       select id::integer, (select count(*) from m)::integer as matches from (
         select id from best union select id from linked) chosen`,
      [...filters(teamId, asked), allWords(asked.plan)],
    )
  const rows = await read('terms')
  // The order in which pages were written says nothing: those with the words in title or headings are asked for.
  const isCut = (rows[0]?.matches ?? 0) >= matchesMax
  return [...rows, ...(isCut ? await read(names) : [])].map(({ id }) => id)
}

/** By the rarity of the words that they hold, which count twice in title or headings. */
async function likelyPages(sql: Sql, teamId: string, asked: MatchQuery): Promise<number[]> {
  const terms = requiredTerms(asked.plan)
  const rows = await sql.query<{ id: number }>(
    `with words as (
       select * from unnest($7::text[], $8::float8[], $9::integer[]) as w (word, idf, pages)),
     held as (
       select h.id, idf from words cross join lateral (
         select id from search_pages p where team_id = $1 and terms @@ word::tsquery and ${isFulfilled}
         limit ${holdersMax}) h where pages <= ${holdersMax}
       union all
       select h.id, idf from words cross join lateral (
         select id from search_pages p where team_id = $1 and ${names} @@ word::tsquery and ${isFulfilled}
         limit ${namedHoldersMax}) h)
     select id::integer from held group by id order by sum(idf) desc, id limit ${likelyMax}`,
    [
      ...filters(teamId, asked),
      terms.map((term) => toQuery(term)),
      terms.map(({ idf }) => idf),
      terms.map(({ pages }) => pages),
    ],
  )
  return rows.map(({ id }) => id)
}
