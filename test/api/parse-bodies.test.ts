import assert from 'node:assert/strict'
import { test } from 'node:test'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { createParseClient, smallPage } from '#test/fixtures/parse-client.ts'
import { addTeam } from '#test/fixtures/team-key.ts'
import { startService } from '#test/service.ts'

/** Forms, references, and permissions of docs/api/parse.md. */
const service = await startService()
const apiUrl = await service.listen()
const client = createParseClient(apiUrl)
disposeAfterTests(service)

test('malformed bodies are refused', async () => {
  const missing =
    "Missing file upload. Send multipart/form-data with a 'file' field, or JSON with an 'uploadRef'."
  const noFile = new FormData()
  noFile.set('options', '{}')
  const asText = new FormData()
  asText.set('file', 'the text itself')
  const twice = new FormData()
  for (const name of ['a.html', 'b.html']) twice.append('file', new Blob([smallPage]), name)
  const cases: [FormData | string, string | undefined, string, string][] = [
    [noFile, undefined, missing, 'BAD_REQUEST'],
    [asText, undefined, missing, 'BAD_REQUEST'],
    [twice, undefined, 'Invalid multipart form-data request.', 'BAD_REQUEST'],
    ['{}', 'application/json', missing, 'BAD_REQUEST'],
    ['', 'application/json', missing, 'BAD_REQUEST'],
    ['{', 'application/json', 'Bad request, malformed JSON', 'BAD_REQUEST_INVALID_JSON'],
    ['[]', 'application/json', 'Bad Request', 'BAD_REQUEST'],
    ['x', 'multipart/form-data', 'Invalid multipart form-data request.', 'BAD_REQUEST'],
    ['x', 'multipart/form-data; boundary=b', 'Invalid multipart form-data request.', 'BAD_REQUEST'],
  ]
  for (const [form, type, error, code] of cases) {
    const { status, body } = await client.post(
      '/v2/parse',
      form,
      type === undefined ? {} : { type },
    )
    assert.deepEqual([status, body.error, body.code], [400, error, code])
  }
})

/** A form whose options are a plain field, with a type of its own or without. */
const rawForm = (options: string, type = '') =>
  [
    '--b',
    `Content-Disposition: form-data; name="options"${type === '' ? '' : `\r\nContent-Type: ${type}`}`,
    '',
    options,
    '--b',
    'Content-Disposition: form-data; name="file"; filename="a.html"',
    '',
    smallPage,
    '--b--',
    '',
  ].join('\r\n')

test('options are parsed as JSON, whatever the type of their part', async () => {
  const notJson = "Invalid JSON in the 'options' field. Provide a valid JSON string."
  const notObject = "The 'options' field must parse to a JSON object."
  const type = 'multipart/form-data; boundary=b'
  for (const partType of [
    '',
    'application/json',
    'application/json; charset=utf-8',
    'text/plain',
  ]) {
    const read = await client.post('/v2/parse', rawForm('{"formats": ["html"]}', partType), {
      type,
    })
    assert.match(read.body.data?.html ?? read.body.error, /^<h1>Weirs/, partType)
    for (const [options, error] of [
      ['{', notJson],
      ['', notJson],
      ['nonsense', notJson],
      ['['.repeat(100_000), notJson],
      [`${'['.repeat(100_000)}${']'.repeat(100_000)}`, notJson],
      ['[]', notObject],
      ['"text"', notObject],
      ['5', notObject],
      ['null', notObject],
    ] as const) {
      const { status, body } = await client.post('/v2/parse', rawForm(options, partType), { type })
      const seen = [status, body.error, body.code]
      assert.deepEqual(seen, [400, error, 'BAD_REQUEST'], `${options.slice(0, 20)} ${partType}`)
    }
  }
})

test('missing key, credits, rate or permission are refused', async () => {
  const wrong = await client.parse({ key: 'fc-wrong' })
  assert.deepEqual([wrong.status, wrong.body.error], [401, 'Unauthorized: Invalid token'])

  const poor = await addTeam(service.database, { credits: 0 })
  const unpaid = await client.parse({ key: poor.key })
  assert.equal(unpaid.status, 402)
  assert.deepEqual(unpaid.body, {
    success: false,
    error: 'Payment required to access this resource.',
  })
  const announced = await client.postJson('/v2/parse/upload-url', { filename: 'a.pdf' }, poor.key)
  assert.equal(announced.status, 200)

  const eager = await addTeam(service.database, { credits: 5 })
  await service.database.query(
    `update plans set requests_per_minute = jsonb_set(requests_per_minute, '{scrape}', '1')
     where name = $1`,
    [`plan-${eager.teamId}`],
  )
  assert.equal((await client.parse({ key: eager.key })).status, 200)
  const often = await client.parse({ key: eager.key })
  assert.equal(often.status, 429)
  assert.deepEqual(often.body, {
    success: false,
    error: 'Request rate limit exceeded. Please wait and try again later.',
  })
  assert.ok(Number(often.headers.get('retry-after')) >= 1)

  const formats = await addTeam(service.database, { credits: 5, allowedFormats: ['html'] })
  const refused = await client.parse({ key: formats.key })
  assert.equal(refused.status, 403)
  assert.match(
    refused.body.error,
    /^Request blocked: .* following formats: html\. Requested formats not allowed: markdown\./,
  )

  const endpoints = await addTeam(service.database, { credits: 5, allowedEndpoints: ['scrape'] })
  for (const path of ['/v2/parse', '/v2/parse/upload-url']) {
    const { status, body } = await client.postJson(path, {}, endpoints.key)
    assert.equal(status, 403)
    assert.match(body.error, /^Request blocked: .* following endpoints: scrape\./)
  }

  const { status, body } = await client.parse({ options: { zeroDataRetention: true } })
  assert.equal(status, 403, body.error)
})

test('upload URL: requests and responses', async () => {
  const refused = [
    {},
    { filename: '' },
    { filename: 'x'.repeat(513) },
    { filename: 5 },
    { filename: 'a.pdf', contentType: '' },
    { filename: 'a.pdf', contentType: 'x'.repeat(256) },
    { filename: 'a.pdf', declaredSizeBytes: 0 },
    { filename: 'a.pdf', declaredSizeBytes: 1.5 },
    { filename: 'a.pdf', declaredSizeBytes: 52_428_801 },
    { filename: 'a.pdf', nonsense: 1 },
  ]
  for (const body of refused) {
    const answer = await client.postJson('/v2/parse/upload-url', body)
    assert.deepEqual([answer.status, answer.body.code], [400, 'BAD_REQUEST'])
  }
  const { status, body } = await client.postJson('/v2/parse/upload-url', {
    filename: `${'ü😀'.repeat(150)}.html`,
    contentType: 'x'.repeat(255),
    declaredSizeBytes: 52_428_800,
    origin: 'js-sdk@4.42.0',
  })
  assert.equal(status, 200, body.error)
  const { uploadUrl, uploadRef, expiresAt, ...rest } = body.data
  assert.deepEqual(rest, { method: 'PUT', headers: {}, maxSizeBytes: 52_428_800 })
  assert.ok(uploadUrl.startsWith(`${apiUrl}/v2/parse/upload/`))
  assert.match(expiresAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  assert.ok(Math.abs(Date.parse(expiresAt) - Date.now() - 600_000) < 60_000)
  const { pathname, search } = new URL(uploadUrl)
  const put = await client.post(pathname + search, smallPage, { method: 'PUT' })
  assert.deepEqual([put.status, put.body], [200, { success: true }])
  const parsed = await client.postJson('/v2/parse', { uploadRef, formats: ['html'] })
  assert.equal(parsed.status, 200, parsed.body.error)
  assert.match(parsed.body.data.html, /<h1>Weirs/)
  assert.equal(parsed.body.data.metadata.sourceFile, `${'ü😀'.repeat(150)}.html`)
})

test('an upload URL accepts a form too', async () => {
  const { body } = await client.postJson('/v2/parse/upload-url', { filename: 'a.html' })
  const { pathname, search } = new URL(body.data.uploadUrl)
  const form = new FormData()
  form.set('file', new Blob([smallPage]), 'ignored.pdf')
  const sent = await client.post(pathname + search, form)
  assert.deepEqual([sent.status, sent.body], [200, { success: true }])
  const parsed = await client.postJson('/v2/parse', { uploadRef: body.data.uploadRef })
  assert.match(parsed.body.data.markdown, /^# Weirs/)
})

test('invalid upload references are refused', async () => {
  const { body } = await client.postJson('/v2/parse/upload-url', { filename: 'a.html' })
  const { uploadRef, uploadUrl } = body.data
  const { pathname, search } = new URL(uploadUrl)
  const gone = 'Upload URL not found or expired.'
  const early = await client.postJson('/v2/parse', { uploadRef })
  assert.deepEqual([early.status, early.body.error, early.body.code], [404, gone, 'NOT_FOUND'])
  for (const [ref, error] of [
    ['nonsense', 'Invalid uploadRef format.'],
    ['a.b.c', 'Invalid uploadRef format.'],
    ['a.b', 'Invalid uploadRef signature.'],
    [`x${uploadRef}`, 'Invalid uploadRef signature.'],
  ]) {
    const parsed = await client.postJson('/v2/parse', { uploadRef: ref })
    assert.deepEqual([parsed.status, parsed.body.error], [400, error])
    assert.equal(parsed.body.code, 'BAD_REQUEST')
    const put = await client.post(`${pathname}?uploadRef=${ref}`, smallPage, { method: 'PUT' })
    assert.deepEqual([put.status, put.body.error], [400, error])
  }
  for (const path of [pathname, `/v2/parse/upload/${crypto.randomUUID()}${search}`]) {
    const put = await client.post(path, smallPage, { method: 'PUT' })
    assert.deepEqual([put.status, put.body.error, put.body.code], [404, gone, 'NOT_FOUND'])
  }
  const both = await client.parse({ options: { uploadRef } })
  assert.deepEqual([both.status, both.body.code], [400, 'BAD_REQUEST'])
})

test('a team has at most ten uploads waiting', async () => {
  const { key } = await addTeam(service.database, { credits: 5 })
  const createUpload = () => client.postJson('/v2/parse/upload-url', { filename: 'a.html' }, key)
  for (let count = 0; count < 10; count += 1) assert.equal((await createUpload()).status, 200)
  const { status, body, headers } = await createUpload()
  assert.deepEqual([status, body.code], [429, 'PARSE_UPLOAD_UNPARSED_LIMIT_REACHED'])
  assert.ok(Number(headers.get('retry-after')) >= 1)
})
