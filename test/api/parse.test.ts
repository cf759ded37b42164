import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Firecrawl, SdkError } from 'firecrawl'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { makePdf } from '#fixtures/pdf.ts'
import { drawBitmap, pictureOfWord } from '#fixtures/picture-of-text.ts'
import { addTeam } from '#test/fixtures/team-key.ts'
import { firstKey, startService } from '#test/service.ts'

const service = await startService()
const apiUrl = await service.listen()
disposeAfterTests(service)

const fixtures = join(import.meta.dirname, '../../packages/fixtures/documents')
const fixture = (name: string) => readFileSync(join(fixtures, name))
const client = (apiKey = firstKey) => new Firecrawl({ apiKey, apiUrl, maxRetries: 1 })

/** Sends a form as any client would. */
async function send(form: FormData, key = firstKey, headers: Record<string, string> = {}) {
  // oxlint-disable-next-line no-restricted-globals
  const answer = await fetch(`${apiUrl}/v2/parse`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, ...headers },
    body: form,
  })
  return { status: answer.status, body: (await answer.json()) as Reply }
}

interface Reply {
  readonly success: boolean
  readonly error?: string
  readonly code?: string
  readonly data?: {
    readonly markdown?: string
    readonly html?: string
    readonly metadata: Readonly<Record<string, unknown>>
  }
}

function makeForm(
  bytes: Uint8Array<ArrayBuffer> | string,
  name: string,
  options?: unknown,
): FormData {
  const form = new FormData()
  if (options !== undefined)
    form.set('options', typeof options === 'string' ? options : JSON.stringify(options))
  form.set('file', new Blob([bytes]), name)
  return form
}

const incoming = () => readdirSync(join(service.dataDir, 'incoming'))

test('the SDK parses a file', async () => {
  const document = await client().parse(
    { data: fixture('text.docx'), filename: 'Weirs.DOCX' },
    { formats: ['markdown', 'html', 'links'] },
  )
  assert.match(document.markdown ?? '', /^# Weirs of the upper river/)
  assert.match(document.html ?? '', /<h2[^>]*>Kinds/)
  assert.deepEqual(document.links, ['https://example.org/weirs'])
  const { title, author, sourceFile, creditsUsed } = document.metadata ?? {}
  assert.deepEqual(
    [title, author, sourceFile, creditsUsed],
    ['Weirs of the upper river', 'Ada Example', 'Weirs.DOCX', 1],
  )
})

/** Rules of docs/api/parse.md. */
const endings =
  'html htm xhtml pdf docx doc docm odt ods odp rtf xlsx xls xlsm xlsb pptx ppt pptm epub csv png jpg jpeg tiff webp gif bmp avif jp2 tsv eml txt md json xml'.split(
    ' ',
  )

async function everyFile() {
  const page = '<title>Weirs</title><h1>Weirs</h1><p>Text.</p>'
  const jpeg = await pictureOfWord('Weirs', 'jpeg')
  const made: Record<string, Uint8Array | string> = {
    html: page,
    htm: page,
    xhtml: `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Weirs</title></head><body><h1>Weirs</h1></body></html>`,
    pdf: makePdf([[{ text: 'Weirs', points: 24 }, { text: 'They hold back water.' }]]),
    csv: 'Weirs,Height\nNorth,1.2\n',
    tsv: 'Weirs\tHeight\nNorth\t1.2\n',
    eml: 'From: a@example.org\r\nSubject: Weirs\r\n\r\nHi.',
    txt: 'Weirs.',
    md: '# Weirs\n',
    json: '{"name": "Weirs"}',
    xml: '<?xml version="1.0"?><weir>Weirs</weir>',
    png: await pictureOfWord('Weirs', 'png'),
    jpg: jpeg,
    jpeg,
    tiff: await pictureOfWord('Weirs', 'tiff'),
    webp: await pictureOfWord('Weirs', 'webp'),
    gif: await pictureOfWord('Weirs', 'gif'),
    avif: await pictureOfWord('Weirs', 'avif'),
    bmp: await drawBitmap(await pictureOfWord('Weirs', 'png')),
    jp2: fixture('picture.jp2'),
  }
  return endings.map((ending) => {
    const data = made[ending]
    if (data !== undefined) return { filename: `file.${ending}`, data: Buffer.from(data) }
    const filename = readdirSync(fixtures).find(
      (name) => /^(text|sheets|slides)\./.test(name) && name.endsWith(`.${ending}`),
    )
    assert.ok(filename, ending)
    return { filename, data: fixture(filename) }
  })
}

test('the SDK parses every type of file', async () => {
  for (const file of await everyFile()) {
    const document = await client().parse(file, { parsers: ['pdf', 'image'] })
    assert.match(document.markdown ?? '', /Weir|Heights/, file.filename)
    assert.equal(document.metadata?.sourceFile, file.filename)
    assert.equal(document.metadata?.creditsUsed, 1)
  }
})

test('the content determines the type, whatever the name', async () => {
  const { status, body } = await send(makeForm(fixture('sheets.xlsx'), 'picture.png'))
  assert.equal(status, 200, body.error)
  assert.match(body.data?.markdown ?? '', /## Heights\n\n\| Name \| Height \| Year \|/)
  const page = await send(makeForm('<table><tr><td>a</td></tr></table>', 'exported.xls'))
  assert.match(page.body.data?.markdown ?? '', /a/)
  const packed = [
    'MIME-Version: 1.0',
    'Content-Type: multipart/related; boundary=b',
    '',
    '--b',
    'Content-Type: text/html',
    '',
    '<h1>Weirs</h1>',
    '--b--',
  ].join('\r\n')
  const exported = await send(makeForm(packed, 'exported.doc'))
  assert.match(exported.body.data?.markdown ?? '', /^# Weirs$/m)
  const tabs = await send(makeForm('a\tb\n1\t2\n', 'exported.xls'))
  assert.match(tabs.body.data?.markdown ?? '', /\| a \| b \|/)
})

test('options can be a JSON file part, before or after the file', async () => {
  const form = new FormData()
  form.set('file', new Blob(['a,b\n1,2\n']), 'table.csv')
  form.set(
    'options',
    new Blob([JSON.stringify({ formats: ['html'] })], { type: 'application/json' }),
    'options.json',
  )
  const { body } = await send(form)
  assert.match(body.data?.html ?? '', /<th>a<\/th><th>b<\/th>/)
  assert.equal(body.data?.markdown, undefined)
})

test('malformed forms are refused with the texts of the contract', async () => {
  const file = () => makeForm('a', 'a.txt')
  const cases: [FormData, number, string][] = [
    [
      makeForm('a', 'a.txt', '{'),
      400,
      "Invalid JSON in the 'options' field. Provide a valid JSON string.",
    ],
    [makeForm('a', 'a.txt', '[]'), 400, "The 'options' field must parse to a JSON object."],
    [
      makeForm('a', 'a.txt', { formats: ['rawBase64'] }),
      400,
      'The rawBase64 format is not supported for parse uploads',
    ],
    [makeForm('a', 'a.txt', { waitFor: 5 }), 400, 'Parse uploads do not support waitFor.'],
    [makeForm('MZ\0\0\x01', 'a.exe'), 400, 'Unsupported upload type. Supported file extensions:'],
  ]
  for (const [form, status, error] of cases) {
    const answer = await send(form)
    assert.equal(answer.status, status, error)
    assert.ok(answer.body.error?.startsWith(error), answer.body.error)
  }
  const unknown = await send(makeForm('a', 'a.txt', { nonsense: 1 }))
  assert.match(unknown.body.error ?? '', /^Unrecognized key in body/)
  const broken = await service.server.inject({
    method: 'POST',
    url: '/v2/parse',
    headers: {
      authorization: `Bearer ${firstKey}`,
      'content-type': 'multipart/form-data; boundary=x',
    },
    payload: '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc',
  })
  assert.equal(broken.statusCode, 400)
  assert.equal(broken.json<Reply>().error, 'Invalid multipart form-data request.')
  const none = new FormData()
  none.set('options', '{}')
  const missing = await send(none)
  assert.match(missing.body.error ?? '', /^Missing file upload\./)
  assert.equal((await send(file())).status, 200)
})

test('a file above 50 MB is refused, and no temporary file is left', async () => {
  const large = await send(makeForm(new Uint8Array(50 * 1024 * 1024 + 1), 'large.txt'))
  assert.deepEqual([large.status, large.body.error], [413, 'Payload Too Large'])
  assert.deepEqual(incoming(), [])
})

test('an empty list of parsers returns the file for one credit', async () => {
  const bytes = fixture('text.odt')
  const { body } = await send(makeForm(bytes, 'text.odt', { parsers: [] }))
  assert.equal(body.data?.markdown, bytes.toString('base64'))
  assert.equal(body.data?.metadata['creditsUsed'], 1)
})

test('a broken file costs nothing', async () => {
  const { key } = await addTeam(service.database, { credits: 5 })
  const torn = fixture('text.docx').subarray(0, 3_000)
  const { status, body } = await send(makeForm(torn, 'torn.docx'), key)
  assert.deepEqual([status, body.code], [422, 'DOCUMENT_CORRUPT'])
  const credits = await client(key).getCreditUsage()
  assert.equal(credits.remainingCredits, 5)
})

test('without credits parse is refused with its own text', async () => {
  const { key } = await addTeam(service.database, { credits: 0 })
  const { status, body } = await send(makeForm('a', 'a.txt'), key)
  assert.deepEqual([status, body.error], [402, 'Payment required to access this resource.'])
})

test('an idempotency key returns the first response for an equal form and a conflict for another file', async () => {
  const headers = { 'x-idempotency-key': 'one-file' }
  const first = await send(makeForm('a,b\n', 'a.csv'), firstKey, headers)
  const again = await send(makeForm('a,b\n', 'a.csv'), firstKey, headers)
  assert.deepEqual(again.body, first.body)
  const other = await send(makeForm('c,d\n', 'a.csv'), firstKey, headers)
  assert.equal(other.status, 409)
})

test('a parse result can be read by id, except under zero data retention', async () => {
  const { body } = await send(makeForm('a,b\n1,2\n', 'a.csv'))
  const id = String(body.data?.metadata['scrapeId'])
  const again = await service.ask('GET', `/v2/scrape/${id}`)
  assert.deepEqual(again.body.data, body.data)

  const { key } = await addTeam(service.database, { credits: 9, zeroDataRetention: 'allowed' })
  const silent = await send(makeForm('a,b\n', 'a.csv', { zeroDataRetention: true }), key)
  assert.equal(silent.body.data?.metadata['creditsUsed'], 2)
  const gone = await service.ask(
    'GET',
    `/v2/scrape/${String(silent.body.data?.metadata['scrapeId'])}`,
    { key },
  )
  assert.equal(gone.status, 404)
})

test('an uploaded file can be parsed by reference once', async () => {
  const announced = await service.ask('POST', '/v2/parse/upload-url', {
    body: { filename: 'text.rtf' },
  })
  assert.equal(announced.status, 200)
  const { uploadUrl, uploadRef, method, maxSizeBytes } = announced.body.data
  assert.deepEqual([method, maxSizeBytes], ['PUT', 52_428_800])
  const { pathname, search } = new URL(uploadUrl)
  const put = () =>
    service.server.inject({ method: 'PUT', url: pathname + search, payload: fixture('text.rtf') })
  assert.equal((await put()).statusCode, 200)
  assert.equal((await put()).statusCode, 404)
  const stranger = await addTeam(service.database, { credits: 9 })
  const body = { uploadRef, formats: ['markdown'] }
  const foreign = await service.ask('POST', '/v2/parse', { body, key: stranger.key })
  assert.equal(foreign.status, 404)
  const parsed = await service.ask('POST', '/v2/parse', { body })
  assert.match(parsed.body.data.markdown, /^# Weirs of the upper river/)
  assert.equal((await service.ask('POST', '/v2/parse', { body })).status, 404)
  const forged = `${uploadRef.slice(0, -2)}${uploadRef.endsWith('xx') ? 'yy' : 'xx'}`
  const refused = await service.ask('POST', '/v2/parse', { body: { uploadRef: forged } })
  assert.deepEqual([refused.status, refused.body.error], [400, 'Invalid uploadRef signature.'])
  assert.deepEqual(readdirSync(join(service.dataDir, 'uploads')), [])
})

test('the SDK reports parse errors', async () => {
  await assert.rejects(
    client().parse({ data: Buffer.from('MZ\0\0'), filename: 'a.exe' }),
    (thrown: unknown) => thrown instanceof SdkError && thrown.code === 'UNSUPPORTED_FILE_TYPE',
  )
})
