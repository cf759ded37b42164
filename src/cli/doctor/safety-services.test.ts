import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '#config.ts'
import { startSite } from '#test/fixtures/site.ts'
import { checkSafetyServices } from './safety-services.ts'

const check = (env: Readonly<Record<string, string>>) =>
  checkSafetyServices(readConfig(env), new AbortController().signal)

test('the doctor asks the services of redaction and of the injection check', async () => {
  await using service = await startSite(({ url }, response) => {
    response.setHeader('content-type', 'application/json')
    const span = { entity_type: 'PERSON', start: 0, end: 8, score: 0.9 }
    const answer = url === '/analyze' ? [span] : [{ label: 'SAFE', score: 1 }]
    response.end(JSON.stringify(answer))
  })
  await using broken = await startSite((_request, response) => response.writeHead(500).end('no'))

  assert.deepEqual(await check({}), [])
  const both = await check({ WEIR_PII_URL: service.url, WEIR_GUARD_URL: service.url })
  assert.deepEqual(
    both.map(({ state }) => state),
    ['ok', 'ok'],
  )
  const [pii, guard] = await check({ WEIR_PII_URL: broken.url, WEIR_GUARD_URL: broken.url })
  assert.deepEqual([pii?.state, guard?.state], ['missing', 'missing'])
  assert.match(pii?.mend ?? '', /WEIR_PII_URL/)
})
