import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contentRequest } from '#fixtures/content-request.ts'
import { createReadContent } from './pool.ts'
import { callerUntil } from '#test/fixtures/caller.ts'

const forever = callerUntil()

test('a page is read in another thread, and the caller keeps its bytes', async () => {
  await using readContent = createReadContent({ workersMax: 1 })
  const request = contentRequest('<title>Hi</title><p>Hello</p>')
  const content = await readContent(request, forever)
  assert.equal(content.metadata['title'], 'Hi')
  assert.match(content.markdown ?? '', /Hello/)
  assert.equal(Buffer.from(request.body).toString(), '<title>Hi</title><p>Hello</p>')
})

test('of a view into a larger buffer only the view is read', async () => {
  await using readContent = createReadContent({ workersMax: 1 })
  const body = Buffer.from('xxxx<p>inside</p>yyyy').subarray(4, -4)
  const content = await readContent(
    contentRequest(body, { formats: [{ type: 'rawHtml' }] }),
    forever,
  )
  assert.equal(content.rawHtml, '<p>inside</p>')
})

test('a failure keeps its code, its text and its details', async () => {
  await using readContent = createReadContent({ workersMax: 1 })
  await assert.rejects(readContent(contentRequest('<p>', { excludeTags: ['p', 'a[['] }), forever), {
    name: 'ServiceError',
    code: 'BAD_REQUEST',
    details: [
      { code: 'custom', path: ['excludeTags', 1], message: '"a[[" is not a CSS selector.' },
    ],
  })
  await assert.rejects(
    readContent(contentRequest('%PDF-1.7', { contentType: 'application/pdf' }), forever),
    { code: 'NOT_IMPLEMENTED' },
  )
})

/** Takes minutes: eight nested descendant combinators over 400 levels match in very many ways. */
const endless = contentRequest('<div>'.repeat(400) + '<i>x</i>'.repeat(20_000), {
  includeTags: [`b ${'div '.repeat(8)}i`],
})

test('an aborted page is stopped, and the next one is read', async () => {
  await using readContent = createReadContent({ workersMax: 1 })
  const abort = new AbortController()
  const reading = readContent(endless, callerUntil(abort.signal))
  setTimeout(() => abort.abort(new Error('enough')), 50)
  await assert.rejects(reading, { message: 'enough' })
  const content = await readContent(contentRequest('<p>next</p>'), forever)
  assert.match(content.markdown ?? '', /next/)
})

test('a page that takes too long fails and does not delay later ones', async () => {
  await using readContent = createReadContent({ workersMax: 1, cpuMsMax: 300 })
  // Takes several times as long; the second page takes a few milliseconds.
  const large = contentRequest(`<main>${'<a href="/x?y=1">A link</a> '.repeat(200_000)}</main>`, {
    formats: [{ type: 'markdown' }, { type: 'html' }, { type: 'links' }],
    onlyMainContent: true,
  })
  const late = readContent(large, forever)
  const next = readContent(contentRequest('<p>next</p>'), forever)
  await assert.rejects(late, { code: 'SCRAPE_SITE_ERROR', message: /too long/ })
  assert.match((await next).markdown ?? '', /next/)
})

test('slow pages of one team do not delay those of another', async () => {
  await using readContent = createReadContent({ workersMax: 1 })
  const stop = new AbortController()
  const long = [1, 2, 3].map(() => readContent(endless, callerUntil(stop.signal)))
  const other = callerUntil(undefined, 'another team')
  const content = await readContent(contentRequest('<p>next</p>'), other)
  assert.match(content.markdown ?? '', /next/)
  stop.abort(new Error('enough'))
  for (const { status } of await Promise.allSettled(long)) assert.equal(status, 'rejected')
})

test('nothing starts for a disconnected caller', async () => {
  await using readContent = createReadContent({ workersMax: 1 })
  const gone = AbortSignal.abort(new Error('gone'))
  await assert.rejects(readContent(contentRequest('<p>'), callerUntil(gone)), { message: 'gone' })
})

test('too many waiting pages are refused with Retry-After', async () => {
  await using readContent = createReadContent({ workersMax: 1, waitingMax: 1 })
  await readContent(contentRequest('<p>the thread is up</p>'), forever)
  const abort = new AbortController()
  const running = readContent(endless, callerUntil(abort.signal))
  const waiting = readContent(contentRequest('<p>waits</p>'), callerUntil(abort.signal))
  await assert.rejects(readContent(contentRequest('<p>'), forever), {
    code: 'SERVICE_UNAVAILABLE',
    retryAfterSeconds: 1,
  })
  abort.abort(new Error('over'))
  await assert.rejects(running, { message: 'over' })
  await assert.rejects(waiting, { message: 'over' })
})

test('a page that needs too much memory fails alone', async () => {
  await using readContent = createReadContent({ workersMax: 1, heapBytesMax: 40 * 1024 * 1024 })
  const bomb = contentRequest('<b>x</b>'.repeat(500_000))
  await assert.rejects(readContent(bomb, forever), {
    code: 'SCRAPE_SITE_ERROR',
    message: /too large/,
  })
  const content = await readContent(contentRequest('<p>alive</p>'), forever)
  assert.match(content.markdown ?? '', /alive/)
})

test('pages are read in the order of their arrival', async () => {
  await using readContent = createReadContent({ workersMax: 1 })
  const order: number[] = []
  let later = 4
  const read = async (at: number): Promise<void> => {
    await readContent(contentRequest(`<p>${at}</p>`), forever)
    order.push(at)
    // More pages arrive while the first wait.
    if (later < 20) await read(later++)
  }
  await Promise.all([0, 1, 2, 3].map(read))
  assert.deepEqual(
    order,
    order.toSorted((a, b) => a - b),
  )
})
