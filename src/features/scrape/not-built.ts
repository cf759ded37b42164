import { ServiceError } from '#kernel/errors.ts'
import type { ContentFormat } from '#content/content.ts'
import type { ScrapeRequest } from './contract.ts'
import type { Format } from './formats.ts'
import { checkJsonSchemas } from './json-schemas.ts'

/** Formats that can be made; every other format of the contract waits for its reader. */
const isBuiltFormat: Readonly<Record<ContentFormat['type'], true>> = {
  markdown: true,
  html: true,
  rawHtml: true,
  rawBase64: true,
  links: true,
  images: true,
  attributes: true,
  comparable: true,
}

/** Made while the page is shown, not of its content. */
const shownFormats = new Set<Format['type']>(['screenshot'])

/** Options of the contract that nothing honours yet, and when a request asks for them. */
const unbuiltOptions: Partial<Record<keyof ScrapeRequest, (request: ScrapeRequest) => boolean>> = {
  onlyCleanContent: ({ onlyCleanContent }) => onlyCleanContent,
  checkPromptInjection: ({ checkPromptInjection }) => checkPromptInjection,
  redactPII: ({ redactPII }) => redactPII !== false,
  threatProtection: ({ threatProtection }) => threatProtection !== undefined,
  domainTools: ({ domainTools }) => domainTools,
}

/**
 * The formats of the request, all of which can be made.
 * Fails with `UNPROCESSABLE` for a JSON Schema that is none, and with `NOT_IMPLEMENTED`, naming every format and option
 * this version does not have.
 */
export function builtOnly(request: ScrapeRequest): ContentFormat[] {
  const options = Object.entries(unbuiltOptions).flatMap(([name, isAsked]) =>
    isAsked(request) ? [name] : [],
  )
  return builtFormats(request.formats, options)
}

/** As `builtOnly`, for whoever knows which of their options are missing. */
export function builtFormats(
  formats: readonly Format[],
  missingOptions: readonly string[],
): ContentFormat[] {
  checkJsonSchemas(formats)
  const missing = [
    ...formats.flatMap((format, index) =>
      isBuilt(format) || shownFormats.has(format.type) || isTrackable(format)
        ? []
        : [`formats[${index}] (${format.type})`],
    ),
    ...missingOptions,
  ]
  if (missing.length === 0) return formats.filter(isBuilt)
  throw new ServiceError(
    'NOT_IMPLEMENTED',
    `The following options are not available in this version: ${missing.join(', ')}.`,
  )
}

/** Comparing extracted data waits for a language model. */
const isTrackable = (format: Format) =>
  format.type === 'changeTracking' && !format.modes.includes('json')

function isBuilt(format: Format): format is Format & ContentFormat {
  return Object.hasOwn(isBuiltFormat, format.type)
}
