import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contentRequest } from '#fixtures/content-request.ts'
import { readMail } from './read-mail.ts'

const readMarkdown = async (type: string) => {
  const head = 'From: Ann <ann@example.org>\r\nSubject: Weirs\r\nContent-Type: '
  const body = Buffer.from(`${head}${type}\r\n\r\nThe water is high.\r\n`)
  return (await readMail(contentRequest(body))).markdown()
}

for (const type of ['text', 'TEXT; charset=utf-8', 'text/', ''])
  test(`a mail of the malformed type "${type}" is plain text`, async () => {
    assert.equal(await readMarkdown(type), await readMarkdown('text/plain'))
  })

test('a nested mail of another type is an attachment', async () => {
  assert.match(await readMarkdown('application/octet-stream'), /## Attachments/)
})
