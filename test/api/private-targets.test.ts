import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkPrivateTargets } from '#cli/doctor/private-targets.ts'
import { readConfig } from '#config.ts'
import { startService } from '#test/service.ts'

test('the log names the setting that allows a private address, without caller and target', async () => {
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

test('weir doctor lists the allowed private targets and the setting for more', () => {
  const closed = checkPrivateTargets(readConfig({}))
  const open = checkPrivateTargets(readConfig({ WEIR_ALLOWED_PRIVATE_HOSTS: 'localhost' }))

  assert.match(closed.text, /^closed; WEIR_ALLOWED_PRIVATE_HOSTS/)
  assert.equal(open.text, 'open: localhost')
})
