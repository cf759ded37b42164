import assert from 'node:assert/strict'
import { test } from 'node:test'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { createParseClient } from '#test/fixtures/parse-client.ts'
import { startService } from '#test/service.ts'

interface Format {
  readonly format: string
  readonly kind: 'document' | 'image'
  readonly extensions: readonly string[]
  readonly mimeTypes: readonly string[]
  readonly available: boolean
}

const service = await startService()
const client = createParseClient(await service.listen())
disposeAfterTests(service)
const { headers, body } = await service.ask('GET', '/v2/parse/formats')
const formats = body.data.formats as readonly Format[]

test('the formats of files are listed with their extensions and media types', () => {
  assert.match(String(headers['cache-control']), /max-age=\d/)
  const jpeg = { extensions: ['.jpg', '.jpeg'], mimeTypes: ['image/jpeg'], available: true }
  const pdf = { extensions: ['.pdf'], mimeTypes: ['application/pdf'], available: true }
  const byName = Object.fromEntries(formats.map((one) => [one.format, one]))
  assert.deepEqual(byName['jpg'], { format: 'jpg', kind: 'image', ...jpeg })
  assert.deepEqual(byName['pdf'], { format: 'pdf', kind: 'document', ...pdf })
  for (const { format, extensions, mimeTypes } of formats) {
    assert.ok(extensions.length > 0 && mimeTypes.length > 0, format)
  }
})

test('every listed extension and media type is taken, and no other', async () => {
  // The format is refused after the type of the file was taken.
  const options = { formats: ['screenshot'] }
  const findCode = async (name: string, type: string) =>
    (await client.parse({ name, type, bytes: 'a probe', options })).body.code as string
  for (const { format, extensions, mimeTypes } of formats) {
    for (const extension of extensions)
      assert.equal(
        await findCode(`probe${extension.toUpperCase()}`, 'application/octet-stream'),
        'PARSE_UNSUPPORTED_OPTIONS',
        format,
      )
    for (const type of mimeTypes)
      assert.equal(await findCode('probe', type), 'PARSE_UNSUPPORTED_OPTIONS', type)
  }
  const program = { name: 'probe.exe', type: 'application/x-msdownload', bytes: 'MZ\0\0' }
  assert.equal((await client.parse(program)).body.code, 'UNSUPPORTED_FILE_TYPE')
})

test('the list cannot be written, and needs a key', async () => {
  const written = await service.ask('POST', '/v2/parse/formats', { body: {} })
  assert.equal(written.status, 405)
  assert.equal(written.body.code, 'METHOD_NOT_ALLOWED')
  assert.ok(written.body.allowed_methods.includes('GET'))
  assert.equal((await service.ask('GET', '/v2/parse/formats', { key: 'fc-unknown' })).status, 401)
})
