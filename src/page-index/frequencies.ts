import type { Database, Sql } from '#storage/database.ts'

/** How frequent words are among the pages of large teams, estimated from a sample. */
export interface Frequencies {
  /** Estimates those of a team again if it has grown or shrunk since, and deletes those of a team that is no longer large. */
  refresh(teamId: string, pages: number): Promise<void>
}

/** Queries are read in all of them. */
export const languagesMax = 8
/** Of smaller teams the pages that hold a word are counted. */
export const countedPagesMax = 2_000
const sampleSize = 4_000
/** Of the sample; rarer words are counted. */
const holdersMin = 12
const lexemesMax = 50_000
const growthMin = 0.25

export function createFrequencies({ database }: { readonly database: Database }): Frequencies {
  return {
    async refresh(teamId, pages) {
      await database.transaction(async (sql) => {
        const [known] = await sql.query<{ pages: number }>(
          'select pages from search_estimates where team_id = $1 for update',
          [teamId],
        )
        if (pages <= countedPagesMax) {
          if (known) await forget(sql, teamId)
          return
        }
        const change = Math.abs(pages - (known?.pages ?? 0)) / pages
        if (change < growthMin) return
        await sql.query(
          `insert into search_estimates (team_id, pages) values ($1, $2)
           on conflict (team_id) do update set pages = excluded.pages`,
          [teamId, pages],
        )
        await sql.query('delete from search_frequencies where team_id = $1', [teamId])
        await sql.query(estimate, [teamId, Math.min(1, sampleSize / pages)])
      })
    },
  }
}

async function forget(sql: Sql, teamId: string): Promise<void> {
  await sql.query(
    `with words as (delete from search_frequencies where team_id = $1)
     delete from search_estimates where team_id = $1`,
    [teamId],
  )
}

/** Every page is taken with the same probability, so that no site and no day is preferred. */
const estimate = `
  with sample as materialized (
    select terms, language from search_pages where team_id = $1 and random() < $2::float8 limit ${2 * sampleSize}),
  held as (
    select lexeme, count(*) as holders from sample cross join unnest(tsvector_to_array(terms)) lexeme
    group by lexeme having count(*) >= ${holdersMin} order by count(*) desc limit ${lexemesMax}),
  spoken as (
    update search_estimates set languages = array(
      select language from sample where language is not null
      group by language order by count(*) desc, language limit ${languagesMax})
    where team_id = $1)
  insert into search_frequencies (team_id, lexeme, share)
  select $1, lexeme, holders::float8 / (select count(*) from sample) from held`
