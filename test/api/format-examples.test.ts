import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { FormatRecord } from '#formats/format.ts'
import { formats } from '#formats/registry.ts'
import { createParseClient } from '#test/fixtures/parse-client.ts'
import { startService } from '#test/service.ts'

let service: Awaited<ReturnType<typeof startService>>
let client: ReturnType<typeof createParseClient>
before(async () => {
  service = await startService()
  client = createParseClient(await service.listen())
})
after(() => service[Symbol.asyncDispose]())

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
