import type { Content, ContentFormat } from '#content/content.ts'
import { safetyPrice } from '#credits/prices.ts'
import type { Document } from '#formats/document.ts'
import { formatRecord, type Format } from '#formats/registry.ts'
import { ServiceError } from '#kernel/errors.ts'
import type { Caller } from '#kernel/caller.ts'
import type { Safety } from '#safety/create-safety.ts'
import { entities } from '#safety/pii/entities.ts'
import type { Redaction } from '#safety/pii/redaction.ts'
import type { RedactPii } from './safety.ts'

/** The options of a scrape or parse request that ask for redaction and checks. */
export interface SafetyOptions {
  readonly formats: readonly Format[]
  readonly redactPII: RedactPii
  readonly checkPromptInjection: boolean
  /** Steps in the browser. */
  readonly actions?: unknown
}

/** Content together with what steps in the browser returned. */
export interface UncheckedContent {
  readonly content: Content
  readonly actions?: Document['actions']
}

interface Checked {
  /** Whether the page was checked in full. */
  readonly hasRun: boolean
  /** About what redaction and the check leave as it is. */
  readonly warnings: readonly string[]
}

/** Applies `redactPII` and `checkPromptInjection` to pages and files. */
export interface Safeguard {
  /** Fails with `SERVICE_UNAVAILABLE`, naming the setting, when this installation cannot redact as requested. */
  assertAvailable(options: SafetyOptions): void
  /** Fails with `SCRAPE_PROMPT_INJECTION_DETECTED`. Free when the page is too large to be checked. */
  check(content: Content, options: SafetyOptions, caller: Caller): Promise<Checked>
  /** Redacts everything but what is raw by its nature. Fails rather than returning anything unredacted. */
  redact(
    unsafe: UncheckedContent,
    options: SafetyOptions,
    caller: Caller,
  ): Promise<UncheckedContent>
}

export function createSafeguard({ safety }: { readonly safety: Safety }): Safeguard {
  return {
    assertAvailable(options) {
      const redaction = chooseRedaction(options)
      if (redaction) safety.assertAvailable(redaction)
    },
    async check(content, options, caller) {
      const warnings = listWarnings(options)
      if (!checksInjection(options)) return { hasRun: false, warnings }
      const { examined, material } = content.internal
      const { isCut, ...texts } = examined ?? {
        isCut: false,
        visible: content.markdown ?? material?.markdown ?? '',
        hidden: '',
      }
      const found = await safety.findInjection(texts, caller)
      if (found) {
        const message = `The page contains instructions for language models (${found.signals.join(', ')}; in its ${found.part} text), so it is not returned.`
        throw new ServiceError('SCRAPE_PROMPT_INJECTION_DETECTED', message)
      }
      return { hasRun: !isCut, warnings: isCut ? [...warnings, tooLargeToCheck] : warnings }
    },
    async redact(unsafe, options, caller) {
      const redaction = chooseRedaction(options)
      if (!redaction) return unsafe
      const { rawHtml, rawBase64, warnings, ...members } = unsafe.content
      const { examined: _examined, ...internal } = members.internal
      const content = { ...members, internal }
      refuseUnreadable(content)
      const { actions, ...redacted } = await safety.redact(
        { ...content, ...(unsafe.actions && { actions: unsafe.actions }) },
        redaction,
        caller,
      )
      const raw = {
        ...(rawHtml !== undefined && { rawHtml }),
        ...(rawBase64 !== undefined && { rawBase64 }),
      }
      return {
        content: { ...redacted, ...raw, warnings },
        // Links to stored files.
        ...(actions && {
          actions: {
            ...actions,
            screenshots: unsafe.actions?.screenshots ?? [],
            pdfs: unsafe.actions?.pdfs ?? [],
          },
        }),
      }
    },
  }
}

const tooLargeToCheck =
  'The page is too large to be checked for prompt injections in full: only its first 2,000,000 characters were checked. The check is not charged.'

/** The redaction that a request asks for, with its defaults. */
export function chooseRedaction({
  redactPII,
  formats,
}: Pick<SafetyOptions, 'redactPII' | 'formats'>): Redaction | undefined {
  if (redactPII === false || isRawAlone(formats)) return undefined
  const {
    mode = 'accurate',
    entities: wanted = entities,
    replaceStyle = 'tag',
  } = redactPII === true ? {} : redactPII
  return { mode, entities: wanted, replaceStyle }
}

/** Whether the request or its `json` format asks for the check. */
export const checksInjection = ({
  checkPromptInjection,
  formats,
}: Pick<SafetyOptions, 'checkPromptInjection' | 'formats'>): boolean =>
  !isRawAlone(formats) &&
  (checkPromptInjection ||
    formats.some((format) => format.type === 'json' && format.checkPromptInjection === true))

/** The bytes as they are have no text to read. */
const isRawAlone = (formats: readonly Format[]) =>
  formats.length > 0 && formats.every(({ type }) => type === 'rawBase64')

/** Formats that redaction and checks need although the request does not have them. */
export const formatsToRead = (options: SafetyOptions): ContentFormat[] =>
  (chooseRedaction(options) || checksInjection(options)) &&
  !options.formats.some(({ type }) => type === 'markdown')
    ? [{ type: 'markdown' }]
    : []

/** Sentences about what redaction and checks leave as it is. */
function listWarnings(options: SafetyOptions): string[] {
  const { redactPII, checkPromptInjection, formats, actions } = options
  const warnings: string[] = []
  if (redactPII !== false) {
    const raw = new Set<string>([
      ...formats.map(({ type }) => type).filter((type) => formatRecord(type).isRaw),
      ...stepTypes(actions).filter((type) => rawSteps.has(type)),
    ])
    if (raw.size > 0)
      warnings.push(`Not redacted, because it is returned as received: ${[...raw].join(', ')}.`)
  }
  if (checkPromptInjection && isRawAlone(formats))
    warnings.push('The format rawBase64 is not checked for prompt injections.')
  return warnings
}

/** Uploads have no steps, and their schema does not describe any. */
const stepTypes = (actions: unknown): string[] =>
  Array.isArray(actions) ? actions.map((action: { readonly type: string }) => action.type) : []

const rawSteps = new Set(['screenshot', 'pdf'])

/** The price of redaction and of a check, for a document with so many pages. */
export const priceOfSafety = (options: SafetyOptions, pages = 1, hasChecked = true): number =>
  safetyPrice(
    {
      redactsPii: chooseRedaction(options) !== undefined,
      checksInjection: hasChecked && checksInjection(options),
    },
    pages,
  )

/** Files that are handed out as base64 cannot be redacted. */
function refuseUnreadable({ markdown = '', html = '' }: Pick<Content, 'markdown' | 'html'>): void {
  if (![markdown, html].some((text) => text.length > 200 && /^[A-Za-z\d+/]+={0,2}$/.test(text)))
    return
  const message =
    'A file that is returned as base64 cannot be redacted. Remove parsers: [] or redactPII.'
  throw new ServiceError('SCRAPE_UNSUPPORTED_FILE_ERROR', message)
}
