import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { FormatRecord } from '#formats/format.ts'
import { formats } from '#formats/registry.ts'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { createParseClient } from '#test/fixtures/parse-client.ts'
import { startService } from '#test/service.ts'

const service = await startService()
const client = createParseClient(await service.listen())
disposeAfterTests(service)

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

test('the result in README.md is the one of examples/kettle.html', async () => {
  const [, section = ''] = read('README.md').split('## Structured data in one request')
  const [, request = '{}'] = /-d '(\{.*?\})' http/.exec(section) ?? []
  const [, result = '{}'] = /```json\n(.*?)\n```/s.exec(section) ?? []
  const { formats: asked } = JSON.parse(request) as { formats: unknown[] }
  const { body } = await client.parse({
    bytes: read('examples/kettle.html'),
    options: { formats: asked },
  })
  const { data } = JSON.parse(result) as { data: Record<string, unknown> }
  const { metadata, warning, ...members } = body.data
  const { metadata: shown, warning: begins, ...documented } = data
  assert.deepEqual(members, documented)
  assert.ok(String(warning).startsWith(String(begins).replace(/ …$/, '')), warning)
  const { '…': _rest, ...facts } = shown as Record<string, unknown>
  for (const [name, value] of Object.entries(facts)) assert.equal(metadata[name], value)
})

const records: readonly FormatRecord[] = formats
for (const { type, example } of records) {
  if (!example) continue
  test(`the example of the format ${type} in docs/formats.md has the documented result`, async () => {
    const options = { formats: [{ type, ...example.options }] }
    const { status, body } = await client.parse({ bytes: example.html, options })
    assert.equal(status, 200)
    const { metadata: _metadata, warning: _warning, ...members } = body.data
    assert.deepEqual(members, example.result)
  })
}
