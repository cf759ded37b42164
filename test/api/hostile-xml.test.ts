import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { startPages, type Pages } from '#test/fixtures/pages.ts'
import { startService } from '#test/service.ts'

const secret = 'what only this machine knows'

let service: Awaited<ReturnType<typeof startService>>
/** A request to this server shows that an address of the XML was followed. */
let canary: Pages
let site: Pages
before(async () => {
  service = await startService()
  canary = await startPages({})
  const file = join(service.dataDir, 'secret.txt')
  writeFileSync(file, secret)
  const outside = [pathToFileURL(file).href, `${canary.url}/entity`]
  const hostile = outside.flatMap((address, index) => bodies(address, String(index)))
  site = await startPages(
    Object.fromEntries(
      [...hostile, ...bombs].map(([name, type, body]) => [name, answer(type, body)]),
    ),
  )
})
after(async () => {
  await site[Symbol.asyncDispose]()
  await canary[Symbol.asyncDispose]()
  await service[Symbol.asyncDispose]()
})

type Body = readonly [path: `/${string}`, type: string, body: string]

const answer = (type: string, body: string) => ({ headers: { 'content-type': type }, body })

const kinds = [
  ['xml', 'application/xml', (inner: string) => `<root>${inner}</root>`],
  ['text', 'text/xml', (inner: string) => `<root>${inner}</root>`],
  [
    'rss',
    'application/rss+xml',
    (inner: string) =>
      `<rss><channel><title>${inner}</title><item><title>${inner}</title><link>http://x.example/</link></item></channel></rss>`,
  ],
  [
    'xhtml',
    'application/xhtml+xml',
    (inner: string) =>
      `<html xmlns="http://www.w3.org/1999/xhtml"><body><p>${inner}</p></body></html>`,
  ],
  [
    'svg',
    'image/svg+xml',
    (inner: string) => `<svg xmlns="http://www.w3.org/2000/svg"><text>${inner}</text></svg>`,
  ],
] as const

/** The ways of XML to have a file or an address read. */
function bodies(address: string, name: string): Body[] {
  return kinds.flatMap(([kind, type, around]): Body[] => [
    [
      `/${kind}-entity-${name}`,
      type,
      `<?xml version="1.0"?><!DOCTYPE r [<!ENTITY e SYSTEM "${address}">]>${around('before &e; after')}`,
    ],
    [
      `/${kind}-parameter-${name}`,
      type,
      `<?xml version="1.0"?><!DOCTYPE r [<!ENTITY % p SYSTEM "${address}"> %p;]>${around('before')}`,
    ],
    [
      `/${kind}-dtd-${name}`,
      type,
      `<?xml version="1.0"?><!DOCTYPE r SYSTEM "${address}">${around('before')}`,
    ],
    [
      `/${kind}-include-${name}`,
      type,
      `<?xml version="1.0"?><?xml-stylesheet href="${address}" type="text/xsl"?>${around(
        `<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="${address}" parse="text"/>`,
      )}`,
    ],
  ])
}

const laughs = Array.from(
  { length: 10 },
  (_, depth) => `<!ENTITY e${depth + 1} "${`&e${depth};`.repeat(10)}">`,
)
const long = 'x'.repeat(50_000)

/** Entities that grow when they are replaced. */
const bombs = kinds.flatMap(([kind, type, around]): Body[] => [
  [
    `/${kind}-laughs`,
    type,
    `<?xml version="1.0"?><!DOCTYPE r [<!ENTITY e0 "ha">${laughs.join('')}]>${around('&e10;')}`,
  ],
  [
    `/${kind}-quadratic`,
    type,
    `<?xml version="1.0"?><!DOCTYPE r [<!ENTITY e "${long}">]>${around('&e;'.repeat(1_000))}`,
  ],
])

async function scrape(path: string) {
  const formats = ['markdown', 'html', 'rawHtml', 'links']
  const { status, body } = await service.ask('POST', '/v2/scrape', {
    body: { url: site.url + path, formats, maxAge: 0 },
  })
  return { status, body, text: JSON.stringify(body) }
}

const paths = (names: readonly string[]) =>
  names.flatMap((name) => kinds.map(([kind]) => `/${kind}-${name}`))

test('XML external entities are not read', async () => {
  const names = ['entity', 'parameter', 'dtd', 'include'].flatMap((way) => [`${way}-0`, `${way}-1`])
  for (const path of paths(names)) {
    const { status, text } = await scrape(path)
    assert.equal(status, 200, `${path}: ${text}`)
    assert.ok(!text.includes(secret), path)
  }
  assert.deepEqual(
    canary.requests.map(({ url }) => url),
    [],
  )
})

test('XML entities are not expanded', async () => {
  for (const path of paths(['laughs', 'quadratic'])) {
    const { status, body, text } = await scrape(path)
    assert.equal(status, 200, `${path}: ${text.slice(0, 300)}`)
    // The page itself, once in each format that shows it.
    assert.ok(text.length < 4 * body.data.rawHtml.length + 10_000, `${path}: ${text.length}`)
  }
})

test('the same holds for sitemaps', async () => {
  const { body } = await service.ask('POST', '/v2/map', { body: { url: `${site.url}/xml-laughs` } })
  assert.equal(body.success, true, JSON.stringify(body))
  assert.deepEqual(canary.requests.length, 0)
})
