import { createPageWork } from '#answers/page-work.ts'
import type { Browsers } from '#browser/browsers.ts'
import { composeFetch } from '#fetch/compose.ts'
import { composeLlm } from '#llm/compose.ts'
import { composeReaders } from '#reading/compose.ts'
import { composeSafety } from '#safety/compose.ts'
import type { Config } from '#config.ts'
import { createGetPage } from '#fetch/get-page.ts'
import { scrapeRequest } from '#pages/contract.ts'
import { createMakeDocument } from '#pages/make-document.ts'
import { createSafeguard } from '#pages/safeguard.ts'
import { createPageSource } from '#pages/sources/page.ts'
import { createStoreRenderings, type KeepRendering } from '#pages/store-renderings.ts'
import { createDerive } from '#formats/derive.ts'
import { systemClock } from '#kernel/clock.ts'
import { createLog } from '#kernel/create-log.ts'
import { blocklistFolder, isAddress, listTime, makeName } from '#threat/blocklists/refresh-lists.ts'

/** The parts of a scrape from the terminal: without accounts, credits and database. `keep` stores a file of the browser. */
export async function composeScrape(config: Config, keep: KeepRendering) {
  await using building = new AsyncDisposableStack()
  const log = createLog(config.service.logLevel)
  const { fetchPage } = await composeFetch(config, { log }, building)
  const { readContent } = composeReaders(config, building, { threadsMax: 1 })
  const llm = composeLlm(config, { log }, building)
  const safety = composeSafety(config, { llm }, building)
  const safeguard = createSafeguard({ safety })
  const { model, smallModel } = llm ?? {}
  const pageWork = building.use(createPageWork())
  const derive = createDerive({
    model,
    smallModel,
    withhold: (members, caller) => safety.withhold(members, caller),
    pageWork,
    service: undefined,
    clock: systemClock,
    log,
  })
  const getPage = createGetPage({ fetchPage, cache: undefined, clock: systemClock, log })
  const read = createPageSource({ getPage, readContent })
  const storeRenderings = createStoreRenderings(keep)
  const stack = building.move()
  return {
    schema: scrapeRequest({ allowedHosts: config.net.allowedPrivateHosts }),
    safeguard,
    makeDocument: createMakeDocument({ read, derive, safeguard, storeRenderings }),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

export { chooseLlmUrl, probeConfiguredModel } from '#llm/compose.ts'

/** The browsers, to check whether they start. */
export async function openBrowsers(config: Config): Promise<Browsers> {
  await using building = new AsyncDisposableStack()
  const { browsers } = await composeFetch(config, { log: createLog('silent') }, building)
  const stack = building.move()
  return { ...browsers, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

/** The parts that read one file from the terminal. */
export function composeParse(config: Config) {
  const stack = new AsyncDisposableStack()
  const { readDocument } = composeReaders(config, stack)
  return { readDocument, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

export { findSessionBrowser } from '#features/interact/compose.ts'
export { mediaPrograms } from '#media/compose.ts'
export { pictureReader } from '#reading/compose.ts'
export { probeSafetyServices } from '#safety/compose.ts'
export { probeProgram } from '#media/probe-program.ts'

/** The configured blocklists: name, whether they are downloaded, and when the file or its copy was written. */
export function listTimes({ threat, storage }: Config) {
  const folder = blocklistFolder(storage.dataDir)
  return Promise.all(
    threat.lists.map(async (source) => ({
      name: makeName(source),
      isDownloaded: isAddress(source),
      at: await listTime(source, folder),
    })),
  )
}
