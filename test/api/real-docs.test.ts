import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { request } from 'undici'
import type { Content } from '#content/content.ts'
import { createReadContent } from '#reading/pool.ts'
import { contentRequest } from '#fixtures/content-request.ts'
import { prepareDebianDocs, serveDebianDocs, type DocsSite } from '#test/fixtures/debian-docs.ts'
import { callerUntil } from '#test/fixtures/caller.ts'

const readContent = createReadContent({ workersMax: 1 })
before(async () => {
  await prepareDebianDocs()
})
after(() => readContent[Symbol.asyncDispose]())

interface ReadPage extends Content {
  readonly origin: string
  readonly text: string
}

/** Fetches a page of real documentation and reads its main content. */
async function read(site: DocsSite, path: string): Promise<ReadPage> {
  await using server = await serveDebianDocs(site)
  const url = `${server.origin}${path}`
  const response = await request(url)
  const body = new Uint8Array(await response.body.arrayBuffer())
  const asked = contentRequest(body, {
    url,
    contentType: String(response.headers['content-type']),
    onlyMainContent: true,
    formats: [{ type: 'markdown' }, { type: 'html' }, { type: 'links' }],
  })
  const content = await readContent(asked, callerUntil(AbortSignal.timeout(60_000)))
  return { ...content, origin: server.origin, text: content.markdown ?? '' }
}

test('PostgreSQL: headings, the table of numeric types, code and links', async () => {
  const page = await read('postgresql', '/datatype-numeric.html')
  assert.match(page.metadata['title'] as string, /^8\.1\. Numeric Types/)
  assert.equal(page.metadata['language'], 'en')
  assert.match(page.text, /^#+ 8\.1\.1\. Integer Types$/m)
  assert.match(page.text, /^#+ 8\.1\.4\. Serial Types$/m)
  assert.match(
    page.text,
    /^\| `bigint` \| 8 bytes \| large-range integer \| -9223372036854775808 to \+9223372036854775807 \|$/m,
  )
  assert.match(page.text, /```[^\n]*\n[^`]*NUMERIC\(precision, scale\)/i)
  assert.ok(page.links?.includes(`${page.origin}/datatype-money.html`))
  assert.match(page.html ?? '', /<table/)
  assert.equal(page.internal.clientRendered, undefined)
})

test('PostgreSQL: a synopsis keeps its lines', async () => {
  const page = await read('postgresql', '/sql-createindex.html')
  assert.match(page.text, /^CREATE \[ UNIQUE \] INDEX/m)
  assert.match(page.text, /CREATE UNIQUE INDEX title_idx ON films \(title\);/)
})

test('Python: headings, examples with their line breaks, tables and links', async () => {
  const page = await read('python', '/library/json.html')
  assert.match(page.metadata['title'] as string, /JSON encoder and decoder/)
  assert.match(page.text, /^# `?json`? — JSON encoder and decoder/m)
  assert.match(page.text, /^## Standard Compliance and Interoperability/m)
  assert.match(page.text, /^```\w*\n>>> import json\n>>> json\.dumps\(\[/m)
  assert.match(page.text, /^\| object \| dict \|$/m)
  assert.ok(page.links?.includes(`${page.origin}/library/pickle.html#module-pickle`))
  assert.doesNotMatch(page.text, /Quick search|Report a Bug|Theme/)
})

test('Git: a manual page keeps its synopsis, sections and cross-references', async () => {
  const page = await read('git', '/git-rebase.html')
  assert.equal(page.metadata['title'], 'git-rebase(1)')
  for (const heading of ['NAME', 'SYNOPSIS', 'DESCRIPTION', 'OPTIONS', 'CONFIGURATION']) {
    assert.match(page.text, new RegExp(`^#+ ${heading}$`, 'm'))
  }
  assert.match(page.text, /^ +\[--onto <newbase> \| --keep-base\] \[<upstream> \[<branch>\]\]$/m)
  assert.match(page.text, /A---B---C topic/)
  assert.ok(page.links?.includes(`${page.origin}/git-config.html`))
})
