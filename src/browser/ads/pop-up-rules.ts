import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { FiltersEngine } from '@ghostery/adblocker'
import { parse } from 'tldts'
import { runInThread } from '#kernel/run-in-thread.ts'

/** Ids and classes in a page, by which rules are selected. */
export interface NamesInPage {
  readonly classes: readonly string[]
  readonly ids: readonly string[]
}

/** Selectors of cookie banners and similar pop-ups. */
export interface PopUpRules {
  /** CSS that hides them. */
  styleFor(pageUrl: string, names: NamesInPage): Promise<string>
}

const listName = 'rules/filterlist.txt'

/**
 * Rules of the EasyList Cookie list in the package `@duckduckgo/autoconsent`. They are compiled on first use and cached in
 * `folder`; without a folder each process compiles them.
 */
export function createPopUpRules(folder: string | undefined): PopUpRules {
  let engine: Promise<FiltersEngine> | undefined
  return {
    async styleFor(pageUrl, { classes, ids }) {
      engine ??= loadEngine(folder)
      const { hostname, domain } = parse(pageUrl)
      const { styles } = (await engine).getCosmeticsFilters({
        url: pageUrl,
        hostname: hostname ?? '',
        domain: domain ?? '',
        classes: [...classes],
        ids: [...ids],
        hrefs: [],
        getBaseRules: true,
        getRulesFromDOM: true,
        getRulesFromHostname: true,
        getInjectionRules: false,
        getExtendedRules: false,
      })
      return styles
    },
  }
}

async function loadEngine(folder: string | undefined): Promise<FiltersEngine> {
  const list = await readFile(listPath(), 'utf8')
  if (folder === undefined) return FiltersEngine.deserialize(await compile(list))
  const file = join(
    folder,
    `pop-up-rules-${createHash('sha256').update(list).digest('hex').slice(0, 16)}`,
  )
  const kept = await read(file)
  if (kept) return kept
  const compiled = await compile(list)
  await write(file, compiled)
  return FiltersEngine.deserialize(compiled)
}

const compile = (list: string) =>
  runInThread<Uint8Array>(new URL('compile-rules.ts', import.meta.url), list)

/** Undefined if there is no cache, or one of another version of the library. */
async function read(file: string): Promise<FiltersEngine | undefined> {
  try {
    return FiltersEngine.deserialize(await readFile(file))
  } catch {
    return undefined
  }
}

/** If the cache cannot be written, rules are compiled again next time. */
async function write(file: string, compiled: Uint8Array): Promise<void> {
  const draft = `${file}.${process.pid}`
  try {
    await mkdir(dirname(file), { recursive: true })
    await writeFile(draft, compiled)
    await rename(draft, file)
  } catch {
    await rm(draft, { force: true })
  }
}

/** The package exports its rules, but not this file. */
function listPath(): string {
  const rules = fileURLToPath(import.meta.resolve('@duckduckgo/autoconsent/rules/rules.json'))
  return join(dirname(rules), '..', listName)
}
