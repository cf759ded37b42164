import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ServiceError } from '#kernel/errors.ts'
import { startEdge } from '#test/fixtures/edge.ts'

const url = '/v2/parse/upload/a?uploadRef=b'
const part = (head: string, body: string) =>
  `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}\r\n`
const file = part('name="file"; filename="a.txt"', 'hello')

/** A server that stores uploads for one valid reference. */
function startUploads() {
  const texts: string[] = []
  const edge = startEdge({
    async receiveUpload({ uploadRef }, open) {
      if (uploadRef !== 'b') throw new ServiceError('NOT_FOUND')
      let text = ''
      for await (const chunk of await open()) text += String(chunk)
      texts.push(text)
    },
  })
  const send = async (payload: string, options: { url?: string; type?: string } = {}) => {
    const answer = await edge.app.inject({
      method: 'POST',
      url: options.url ?? url,
      headers: { 'content-type': options.type ?? 'multipart/form-data; boundary=b' },
      payload,
    })
    return [answer.statusCode, answer.json().code]
  }
  return Object.assign(edge, { texts, send })
}

test('a form with one file, or the bytes alone, are accepted', async () => {
  await using uploads = startUploads()
  assert.deepEqual(await uploads.send(`${file}--b--\r\n`), [200, undefined])
  assert.deepEqual(await uploads.send('plain', { type: 'text/plain' }), [200, undefined])
  assert.deepEqual(uploads.texts, ['hello', 'plain'])
})

test('the reference is checked before the form is read', async () => {
  await using uploads = startUploads()
  const answer = await uploads.send('nonsense', { url: url.replace('=b', '=c') })
  assert.deepEqual(answer, [404, 'NOT_FOUND'])
})

test('a malformed form gets 400', async () => {
  await using uploads = startUploads()
  const field = part('name="a"', 'x')
  const forms = [
    ['x', 'multipart/form-data'],
    ['x', 'multipart/form-data; boundary=b'],
    ['x', 'multipart/form-data; boundary='],
    ['--b--\r\n'],
    [file.slice(0, -10)],
    [file],
    [`${field}${file}--b--\r\n`],
    [`${field.repeat(400)}--b--\r\n`],
    [part('filename="a.txt"', 'x').slice(0, 40)],
    ['--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n'],
  ] as const
  for (const [form, type] of forms) {
    const answer = await uploads.send(form, type === undefined ? {} : { type })
    assert.deepEqual(answer, [400, 'BAD_REQUEST'], form.slice(0, 80))
  }
  assert.deepEqual(uploads.texts, [])
})
