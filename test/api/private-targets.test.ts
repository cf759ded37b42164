import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkPrivateTargets } from '#cli/doctor/private-targets.ts'
import { readConfig } from '#config.ts'
import { startService } from '#test/service.ts'

test('the operator reads in the log what opens a private address; the caller and the target stay out of it', async () => {
  const lines: string[] = []
  const note = (fields: object, message: string) => {
    lines.push(`${message} ${JSON.stringify(fields)}`)
  }
  await using service = await startService({
    env: { WEIR_ALLOWED_PRIVATE_CIDRS: '' },
    log: { debug: note, info: note, warn: note, error: note },
  })

  const refused = await service.ask('POST', '/v2/scrape', {
    body: { url: 'http://localhost:3000/secret' },
  })
  const unknown = await service.ask('POST', '/v2/scrape', {
    body: { url: 'http://nowhere.invalid/' },
  })

  const told = lines.filter((line) => line.includes('WEIR_ALLOWED_PRIVATE_HOSTS'))
  assert.equal(told.length, 1)
  assert.doesNotMatch(lines.join('\n'), /localhost|secret/)
  const { requestId: _first, ...answer } = refused.body
  const { requestId: _second, ...other } = unknown.body
  assert.deepEqual(answer, other)
  assert.doesNotMatch(JSON.stringify(answer), /WEIR_/)
})

test('the doctor says which private targets are open, and what opens more', () => {
  const closed = checkPrivateTargets(readConfig({}))
  const open = checkPrivateTargets(readConfig({ WEIR_ALLOWED_PRIVATE_HOSTS: 'localhost' }))

  assert.match(closed.text, /^closed; WEIR_ALLOWED_PRIVATE_HOSTS/)
  assert.equal(open.text, 'open: localhost')
})
