import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browsers } from '#browser/browsers.ts'
import { compose } from '#compose.ts'
import { readConfig, type Config } from '#config.ts'
import type { Log } from '#kernel/log.ts'
import { composeReadDocument } from '#reading/compose.ts'
import { createReadContent } from '#reading/pool.ts'
import { createPooledDatabase } from '#storage/pooled-database.ts'
import { browserSettings } from './fixtures/browsers.ts'
import { watchMainThread } from './fixtures/main-thread-probe.ts'
import { holdShared, keepShared } from './fixtures/shared-parts.ts'
import { testDatabase } from './database.ts'

/** The key of the first team of `startService`. */
export const firstKey = 'fc-0123456789abcdef0123456789abcdef'

/** Its threads, which load all modules that read pages, serve all services of this process. They end with it. */
const readPage = createReadContent()

/** Those of all services with the same settings, because each process of a reader loads the modules for all types of files. */
const documentReaders = new Map<string, ReturnType<typeof composeReadDocument>>()

function shareReadDocument(config: Config) {
  const settings = JSON.stringify(config.content)
  const known = documentReaders.get(settings)
  if (known) return known
  const made = composeReadDocument(config)
  documentReaders.set(settings, made)
  keepShared({
    [Symbol.asyncDispose]() {
      documentReaders.delete(settings)
      return made[Symbol.asyncDispose]()
    },
  })
  return made
}

const silent: Log = { debug() {}, info() {}, warn() {}, error() {} }

interface Options {
  readonly env?: Readonly<Record<string, string>>
  readonly log?: Log
  readonly browsers?: Browsers
  /** An existing database, for several services; each gets its own pool. */
  readonly databaseUrl?: string
  /** An existing data folder, which is kept. */
  readonly dataDir?: string
}

/**
 * The whole service in this process, on a new database, with permission to fetch from loopback. Without `browsers` it has none,
 * unless `env` configures slots for pages.
 */
export async function startService({
  env = {},
  log = silent,
  browsers,
  databaseUrl,
  dataDir: given,
}: Options = {}) {
  const dataDir = given ?? mkdtempSync(join(tmpdir(), 'weir-service-'))
  const config = readConfig({
    WEIR_PORT: '0',
    WEIR_DATA_DIR: dataDir,
    WEIR_API_KEY: firstKey,
    WEIR_ALLOWED_PRIVATE_CIDRS: '127.0.0.0/8',
    WEIR_BROWSER_PAGES_MAX: '0',
    WEIR_SEARCH: 'local',
    ...browserSettings,
    ...env,
  })
  const service = await compose(config, {
    database: databaseUrl
      ? createPooledDatabase({ connection: { connectionString: databaseUrl }, log })
      : await testDatabase(),
    log,
    readPage,
    readDocument: shareReadDocument(config),
    passwordCost: { logN: 8, r: 8, p: 1 },
    // The test, its sites and other tests delay the event loop as well.
    lagMsMax: Infinity,
    ...(browsers && { browsers }),
  })
  await service.begin()
  const held = holdShared()
  watchMainThread({ isAlone: false, root: join(import.meta.dirname, '..') })

  /** Sends one request as the first team, or with another key. */
  async function ask(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url: string,
    { body, key = firstKey, headers = {} }: Ask = {},
  ) {
    const answer = await service.server.inject({
      method,
      url,
      headers: { authorization: `Bearer ${key}`, ...headers },
      ...(body !== undefined && { payload: body }),
    })
    return { status: answer.statusCode, headers: answer.headers, body: answer.json() }
  }

  const stop = service[Symbol.asyncDispose].bind(service)
  return Object.assign(service, {
    ask,
    dataDir,
    async [Symbol.asyncDispose]() {
      await stop()
      await held[Symbol.asyncDispose]()
      if (given === undefined) rmSync(dataDir, { recursive: true, force: true })
    },
  })
}

interface Ask {
  readonly body?: object | string
  readonly key?: string
  readonly headers?: Readonly<Record<string, string>>
}
