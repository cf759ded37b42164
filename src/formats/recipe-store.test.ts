import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#kernel/ids.ts'
import { testDatabase } from '#test/database.ts'
import { createRecipeStore } from './recipe-store.ts'

test('a recipe with characters that no column holds is stored without them', async () => {
  await using database = await testDatabase()
  const recipes = createRecipeStore({ database })
  const key = { teamId: newId(), host: 'a.example', wanted: {} }
  const field = { path: 'na\0me', selector: '.a\uD800', attribute: null }
  await recipes.save(key, { fields: [field], lists: [] }, database)
  assert.deepEqual(await recipes.find(key), {
    fields: [{ path: 'name', selector: '.a\uFFFD', attribute: null }],
    lists: [],
  })
})
