import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { FiltersEngine } from '@ghostery/adblocker'
import { parse } from 'tldts'

/** What of a page rules are found by. */
export interface NamesInPage {
  readonly classes: readonly string[]
  readonly ids: readonly string[]
}

/** Which elements of a page are cookie banners and the like. */
export interface PopUpRules {
  /** CSS that hides them. */
  styleFor(pageUrl: string, names: NamesInPage): Promise<string>
}

const listName = 'rules/filterlist.txt'

/**
 * Rules from the EasyList Cookie list that the package `@duckduckgo/autoconsent` carries. Read on the first use and
 * kept in `folder` in a form that is read at once; without a folder they are read from the text each time a process
 * needs them.
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
  if (folder === undefined) return FiltersEngine.parse(list)
  const file = join(
    folder,
    `pop-up-rules-${createHash('sha256').update(list).digest('hex').slice(0, 16)}`,
  )
  return (await read(file)) ?? write(file, FiltersEngine.parse(list))
}

/** Undefined when there is none yet, or one of another version of the library. */
async function read(file: string): Promise<FiltersEngine | undefined> {
  try {
    return FiltersEngine.deserialize(await readFile(file))
  } catch {
    return undefined
  }
}

/** What cannot be kept is read again next time. */
async function write(file: string, engine: FiltersEngine): Promise<FiltersEngine> {
  const draft = `${file}.${process.pid}`
  try {
    await mkdir(dirname(file), { recursive: true })
    await writeFile(draft, engine.serialize())
    await rename(draft, file)
  } catch {
    await rm(draft, { force: true })
  }
  return engine
}

/** The package exports its rules, but not this file beside them. */
function listPath(): string {
  const rules = fileURLToPath(import.meta.resolve('@duckduckgo/autoconsent/rules/rules.json'))
  return join(dirname(rules), '..', listName)
}
