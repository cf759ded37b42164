// acceptance: quick
/**
 * API keys and passwords that were used are in no table, log or file of the data folder, in any encoding. Control: each
 * encoding is found where it was planted.
 */
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { request } from 'undici'
import { createWebhookSecrets } from '#accounts/webhook-secrets.ts'
import { createSecret } from '#storage/secret.ts'
import { startDatabase } from '#storage/start-database.ts'
import { report } from '#test/fixtures/acceptance.ts'
import { article, startPages } from '#test/fixtures/pages.ts'
import { startWeir } from '#test/fixtures/weir-process.ts'

const script = join(import.meta.dirname, '../../scripts/weir.mjs')
/** A value that differs in every encoding. */
const canary = () => `${randomBytes(16).toString('hex')}"/+%?&`
const [proxyPassword, siteToken, receiverToken, wrongKey] = [canary(), canary(), canary(), canary()]

await using site = await startPages({ '/': article('A page') })
await using weir = await startWeir({
  env: {
    WEIR_LOG_LEVEL: 'trace',
    WEIR_BROWSER_PAGES_MAX: '0',
    WEIR_PROXY_ENHANCED: `http://user:${encodeURIComponent(proxyPassword)}@127.0.0.1:1`,
  },
})

const created = execFileSync(process.execPath, [script, 'keys', 'create', '--name', 'second'], {
  env: weir.env,
  encoding: 'utf8',
})
const secondKey = /fc-[0-9a-f]{32,}/.exec(created)?.[0] ?? ''
const headers = { authorization: `Bearer ${siteToken}` }
for (const key of [weir.key, secondKey, `fc-${wrongKey}`]) {
  for (const [path, body] of [
    ['/v2/scrape', { url: site.url, headers, maxAge: 0 }],
    ['/v2/scrape', { url: site.url, proxy: 'enhanced', timeout: 2_000 }],
    ['/v2/map', { url: site.url }],
    [
      '/v2/crawl',
      {
        url: site.url,
        limit: 1,
        scrapeOptions: { headers },
        webhook: { url: site.url, headers: { 'x-token': receiverToken } },
      },
    ],
  ] as const) {
    const { body: answer } = await request(weir.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    await answer.dump()
  }
}

/** Every row of every table, as text. */
async function dump(): Promise<string> {
  const log = { debug() {}, info() {}, warn() {}, error() {} }
  await using database = await startDatabase({
    dataDir: weir.dataDir,
    databaseUrl: undefined,
    pgBin: undefined,
    log,
  })
  const tables = await database.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public'`,
    [],
  )
  const texts: string[] = []
  for (const { name } of tables) {
    const rows = await database.query<{ row: string }>(`select t::text as row from "${name}" t`, [])
    texts.push(...rows.map(({ row }) => row))
  }
  const [team] = await database.query<{ id: string }>('select id from teams', [])
  const deriveKey = createSecret({ configured: undefined, dataDir: weir.dataDir })
  webhookSecret = (await createWebhookSecrets({ database, deriveKey }).read(team?.id ?? '')) ?? ''
  return texts.join('\n')
}

/** Base64 of a text at the three possible offsets, without the characters that depend on its neighbours. */
function inBase64(secret: string, encoding: 'base64' | 'base64url'): string[] {
  const length = Buffer.byteLength(secret)
  return [0, 1, 2].map((before) => {
    const written = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)]).toString(encoding)
    return written.slice(Math.ceil((before * 8) / 6), Math.floor(((before + length) * 8) / 6))
  })
}

const jsonText = (text: string) => JSON.stringify(text).slice(1, -1)

/** Encodings of a secret, and what to search for. */
const forms = {
  plain: { write: (text: string) => text, find: (secret: string) => [secret] },
  hex: {
    write: (text: string) => Buffer.from(text).toString('hex'),
    find: (secret: string) => [Buffer.from(secret).toString('hex')],
  },
  base64: {
    write: (text: string) => Buffer.from(text).toString('base64'),
    find: (secret: string) => inBase64(secret, 'base64'),
  },
  base64url: {
    write: (text: string) => Buffer.from(text).toString('base64url'),
    find: (secret: string) => inBase64(secret, 'base64url'),
  },
  url: { write: encodeURIComponent, find: (secret: string) => [encodeURIComponent(secret)] },
  json: { write: jsonText, find: (secret: string) => [jsonText(secret)] },
  jsonTwice: {
    write: (text: string) => jsonText(jsonText(text)),
    find: (secret: string) => [jsonText(jsonText(secret))],
  },
}
const findForms = (secret: string) => Object.values(forms).flatMap(({ find }) => find(secret))

let webhookSecret = ''
const rows = await dump()
const readFiles = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('/postgres'))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
const files = readFiles(weir.dataDir)
const kept = [rows, weir.output(), ...files].join('\n')

const secrets = {
  'the first key': weir.key.slice(3),
  'a created key': secondKey.slice(3),
  'a wrong key': wrongKey,
  'the password of a proxy': proxyPassword,
  'a token for a site': siteToken,
  'a token for a receiver': receiverToken,
  'the webhook secret': webhookSecret.slice(6),
}
const found = Object.entries(secrets).filter(([, secret]) =>
  findForms(secret).some((form) => kept.includes(form)),
)
for (const [name, secret] of found) {
  const line = kept
    .split('\n')
    .find((text) => findForms(secret).some((form) => text.includes(form)))
  process.stderr.write(`${name}: ${line?.slice(0, 300)}\n`)
}

/** Encodings that are not found where they were planted. */
function overlooked(secret: string): string[] {
  return Object.entries(forms).flatMap(([name, { write, find }], n) => {
    const folder = join(weir.dataDir, `planted-${name}`)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'a.json'), write(`${'x'.repeat(n)} token=${secret}; and more`))
    const text = readFiles(folder).join('\n')
    return find(secret).some((form) => text.includes(form)) ? [] : [name]
  })
}
const missed = Object.values(secrets).flatMap(overlooked)
const planted = Object.keys(secrets).length * Object.keys(forms).length
// Control: public values must be found.
const control = [site.url, 'second'].filter((text) => kept.includes(text)).length
const isWhole = Object.values(secrets).every((secret) => secret.length >= 16)
report(
  'keys-grep',
  found.length + missed.length === 0 && control === 2 && isWhole,
  `${found.length} of ${Object.keys(secrets).length} secrets in ${rows.split('\n').length} rows, ${files.length} files and the log; ` +
    `control ${planted - missed.length} of ${planted} planted (${Object.keys(forms).join(', ')}), ${control} of 2 other texts found`,
)
