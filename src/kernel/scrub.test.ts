import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLog } from './create-log.ts'
import { scrub } from './scrub.ts'

const canary = 'c4n4ry-0123456789abcdef'

test('secrets are removed from fields and texts', () => {
  const fields = {
    headers: { 'X-Anything': canary },
    authorization: `Bearer ${canary}`,
    cookie: canary,
    setCookie: [`Set-Cookie: session=${canary}; Path=/`],
    webhookSecret: canary,
    llm: { apiKey: canary, api_key: canary },
    proxyPassword: canary,
    url: `https://user:${canary}@example.com/a?token=${canary}#x`,
    proxy: `http://${canary}@127.0.0.1:3128`,
    text: `sent Authorization: Basic ${canary} to fc-${canary}`,
    err: new Error(`GET https://example.com/?q=${canary} failed`, {
      cause: new Error(`Cookie: ${canary}`),
    }),
    body: Buffer.from(canary),
  }
  assert.ok(!JSON.stringify(scrub(fields)).includes(canary))
})

test('other values stay readable', () => {
  const fields = {
    keyId: '0199b0a0',
    url: 'https://example.com/path#part',
    status: 200,
    at: new Date(0),
    nothing: null,
  }
  assert.deepEqual(scrub(fields), fields)
})

test('cyclic and huge values are cut', () => {
  const loop: Record<string, unknown> = {}
  loop['again'] = loop
  assert.ok(JSON.stringify(scrub(loop)).length < 200)
  assert.ok(String(scrub('x'.repeat(1_000_000))).length < 10_000)
})

test('a log line is one JSON object with time, level, fields and message', () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line: string) => void lines.push(line) })
  log.debug({}, 'too quiet')
  log.error({ err: new Error('broken') }, 'failure')
  const [line = '', ...rest] = lines
  assert.equal(rest.length, 0)
  const event = JSON.parse(line)
  assert.deepEqual([event.level, event.msg, event.err.message], ['error', 'failure', 'broken'])
  assert.ok(!Number.isNaN(Date.parse(event.time)))
})
