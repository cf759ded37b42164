import type { Browsers } from '#browser/browsers.ts'
import { composeLlm } from '#compose-llm.ts'
import { composeSafety } from '#compose-safety.ts'
import { composeFetch, composeReaders } from '#compose-pages.ts'
import type { Config } from '#config.ts'
import { findTesseract } from '#documents/ocr/find-tesseract.ts'
import { scrapeRequest, type ScrapeRequest } from '#pages/contract.ts'
import { createFinishTerminalPage } from '#pages/finish-terminal-page.ts'
import { createSafeguard, formatsToRead, type Safeguard } from '#pages/safeguard.ts'
import { checkJsonSchemas } from '#formats/json-schemas.ts'
import { frameRequest, readFrames } from '#fetch/read-frames.ts'
import { readRendered } from '#fetch/read-rendered.ts'
import { createDerive } from '#formats/derive.ts'
import { formatRecord } from '#formats/registry.ts'
import { contentOptions } from '#formats/content-options.ts'
import { invalidRequest } from '#http/invalid-request.ts'
import { systemClock } from '#kernel/clock.ts'
import { createLog } from '#kernel/create-log.ts'
import { ServiceError } from '#kernel/errors.ts'
import { blocklistFolder, isAddress, listTime, nameOf } from '#threat/blocklists/refresh-lists.ts'

/** The parts of a scrape from the terminal: without accounts, credits and database. */
export async function composeScrape(config: Config) {
  await using building = new AsyncDisposableStack()
  const log = createLog(config.service.logLevel)
  const { fetchPage } = await composeFetch(config, { log }, building)
  const { readContent } = composeReaders(config, building, { threadsMax: 1 })
  const llm = composeLlm(config, { log }, building)
  const safety = composeSafety(config, { llm }, building)
  const safeguard = createSafeguard({ safety })
  const { model, smallModel } = llm ?? {}
  const derive = createDerive({
    model,
    smallModel,
    withhold: (members, waiter) => safety.withhold(members, waiter),
    service: undefined,
    clock: systemClock,
    log,
  })
  const stack = building.move()
  return {
    fetchPage,
    readContent,
    frameRequest,
    readFrames,
    readRendered,
    readRequest: createReadRequest(config, safeguard),
    finishPage: createFinishTerminalPage({ derive, safeguard }),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** Validates the body of a scrape as `POST /v2/scrape` does. */
function createReadRequest(config: Config, safeguard: Pick<Safeguard, 'assertAvailable'>) {
  const schema = scrapeRequest({ allowedHosts: config.net.allowedPrivateHosts })
  return function readRequest(body: object) {
    const { error, data: request } = schema.safeParse(body)
    if (error) throw invalidRequest(error)
    checkJsonSchemas(request.formats)
    refuseServiceFormats(request)
    safeguard.assertAvailable(request)
    const screenshot = request.formats.find((format) => format.type === 'screenshot')
    const branding = request.formats.some(({ type }) => type === 'branding')
    const options = contentOptions(request)
    const content = {
      ...options,
      formats: [...options.formats, ...formatsToRead(request)],
      wantsExamined: request.checkPromptInjection,
    }
    return { request, content, rendering: { screenshot, branding } }
  }
}

function refuseServiceFormats({ formats }: ScrapeRequest): void {
  const refused = formats.find(({ type }) => formatRecord(type).needsService)
  if (!refused) return
  const message = `The format ${refused.type} needs a running service: use the API.`
  throw new ServiceError('NOT_IMPLEMENTED', message)
}

export { llmUrlOf, probeConfiguredModel } from '#compose-llm.ts'

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

export { probeSafetyServices } from '#compose-safety.ts'
export { mediaPrograms } from '#compose-pages.ts'

/** The configured blocklists: name, whether they are downloaded, and when the file or its copy was written. */
export function listTimes({ threat, storage }: Config) {
  const folder = blocklistFolder(storage.dataDir)
  return Promise.all(
    threat.lists.map(async (source) => ({
      name: nameOf(source),
      isDownloaded: isAddress(source),
      at: await listTime(source, folder),
    })),
  )
}

/** The program that reads pictures; undefined when there is none and the one among the packages does. */
export const pictureReader = (config: Config) => findTesseract(config.content.tesseractPath)
