import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '#test/database.ts'
import { countTrips } from '#test/fixtures/count-trips.ts'
import { article, startPages } from '#test/fixtures/pages.ts'
import { startService } from '#test/service.ts'

const tripsMax = 4
/** Background work of the service asks as well, and what was read of a key is used for a second. */
const attemptsMax = 40

test('a scrape asks the database four times in series, fetched or from the cache', async () => {
  await using database = await testDatabase()
  using host = await countTrips(database.url)
  await using site = await startPages({ '/': article('The mill'), '/kept': article('The lock') })
  await using service = await startService({ databaseUrl: host.url, env: { WEIR_ROLE: 'api' } })

  async function countLeast(body: object): Promise<number> {
    let least = Infinity
    for (let attempt = 0; attempt < attemptsMax && least > tripsMax; attempt++) {
      host.take()
      const { status } = await service.ask('POST', '/v2/scrape', { body })
      least = Math.min(least, host.take())
      assert.equal(status, 200)
    }
    return least
  }

  // A copy is stored beside the rest.
  assert.equal(await countLeast({ url: site.url, storeInCache: false }), tripsMax)
  assert.equal(await countLeast({ url: `${site.url}/kept` }), tripsMax)
})
