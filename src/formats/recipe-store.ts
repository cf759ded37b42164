import { createHash } from 'node:crypto'
import type { Recipe } from '#content/recipe/recipe.ts'
import type { Sql } from '#storage/database.ts'

/** What a recipe is kept for. */
interface RecipeKey {
  readonly teamId: string
  readonly host: string
  /** Schema and prompt. */
  readonly wanted: object
}

/** The recipes of `deterministicJson`, per team and host. */
export interface RecipeStore {
  find(key: RecipeKey): Promise<Recipe | undefined>
  save(key: RecipeKey, recipe: Recipe, within: Sql): Promise<void>
  /** Deletes recipes that no page has used for a month. */
  sweep(): Promise<void>
}

const makeHash = ({ wanted }: RecipeKey) =>
  createHash('sha256').update(JSON.stringify(wanted)).digest()

export function createRecipeStore({ database }: { readonly database: Sql }): RecipeStore {
  return {
    async find(key) {
      const [row] = await database.query<{ recipe: Recipe }>(
        `update extraction_recipes set used_at = now()
         where team_id = $1 and host = $2 and key = $3 returning recipe`,
        [key.teamId, key.host, makeHash(key)],
      )
      return row?.recipe
    },
    async save(key, recipe, within) {
      await within.query(
        `insert into extraction_recipes (team_id, host, key, recipe) values ($1, $2, $3, $4)
         on conflict (team_id, host, key) do update set recipe = excluded.recipe, used_at = now()`,
        [key.teamId, key.host, makeHash(key), recipe],
      )
    },
    async sweep() {
      await database.query(
        `delete from extraction_recipes
         where used_at <= now() - interval '30 days' or team_id not in (select team_ids())`,
        [],
      )
    },
  }
}
