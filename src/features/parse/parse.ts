import type { Slots } from '#accounts/slots.ts'
import type { Content } from '#content/content.ts'
import type { ReadDocument } from '#content/documents/processes/create-read-document.ts'
import { readableEndings } from '#content/file-name.ts'
import type { Credits } from '#credits/credits.ts'
import { scrapePrice } from '#credits/prices.ts'
import type { Document } from '#features/scrape/document.ts'
import { builtFormats } from '#features/scrape/not-built.ts'
import { refuseFormats } from '#features/scrape/permissions.ts'
import type { Call } from '#kernel/call.ts'
import { startDeadline } from '#kernel/deadline.ts'
import { ServiceError } from '#kernel/errors.ts'
import type { UploadedFile } from '#kernel/uploaded-file.ts'
import { createBooks, type BooksDeps } from './books.ts'
import type { ParseRequest } from './contract.ts'
import { createPageHold } from './page-hold.ts'
import { refusePageOptions } from './refuse-page-options.ts'
import { toContentRequest, toDocument } from './to-document.ts'
import type { Uploads } from './uploads.ts'

/**
 * A file becomes a document, is paid for and kept. Fails with the codes of contract section 7; a failure costs nothing.
 */
export type Parse = (
  request: ParseRequest,
  file: UploadedFile | undefined,
  call: Call,
) => Promise<Document>

interface ParseDeps extends BooksDeps {
  readonly slots: Pick<Slots, 'acquire'>
  readonly credits: Pick<Credits, 'reserve'>
  readonly readDocument: ReadDocument
  readonly uploads: Pick<Uploads, 'take'>
}

const graceMs = 30_000
const queuedShareMax = 2 / 3

export function createParse(deps: ParseDeps): Parse {
  const books = createBooks(deps)

  return async function parse(request, sent, call) {
    refuseSecondFile(request, sent)
    refusePageOptions(request)
    checkPermissions(request, call)
    const formats = builtFormats(request.formats, missingOptions(request))
    const { account, operationId: id } = call
    const isPrivate = request.zeroDataRetention || account.zeroDataRetention === 'forced'
    using deadline = startDeadline(request.timeout, call.signal)
    await using slot = await deps.slots.acquire({
      teamId: account.teamId,
      concurrencyMax: account.plan.concurrencyMax,
      queuedMax: account.plan.queuedJobsMax,
      waitMs: Math.floor(request.timeout * queuedShareMax),
      heldUntil: new Date(deadline.at.getTime() + graceMs),
      signal: deadline.signal,
    })
    await using file = sent ?? (await takeUpload(request, call))
    await using hold = createPageHold(deps.credits, {
      account,
      id,
      expiresAt: new Date(deadline.at.getTime() + graceMs),
    })
    await hold.begin(priceOf(1, isPrivate))
    const entry = { id, account, target: isPrivate ? null : (file.name ?? 'file') }
    try {
      const signal = AbortSignal.any([deadline.signal, hold.signal])
      const content = await deps.readDocument(
        {
          request: toContentRequest(request, file, formats),
          source: { kind: 'file', path: file.path, key: file.key },
        },
        { teamId: account.teamId, signal },
        ({ pages }) => hold.extend(priceOf(pages, isPrivate)),
      )
      hold.extend(priceOf(paidPages(content), isPrivate))
      await hold.whole()
      const document = toDocument(content, {
        id,
        file,
        creditsUsed: priceOf(paidPages(content), isPrivate),
        queuedMs: slot.queuedMs,
      })
      await books.finish({ ...entry, document, reservation: hold.reservation() })
      return document
    } catch (thrown) {
      await books.fail(entry)
      throw toFailure(thrown, call, isPrivate)
    }
  }

  async function takeUpload({ uploadRef }: ParseRequest, call: Call): Promise<UploadedFile> {
    if (uploadRef !== undefined) return deps.uploads.take(uploadRef, call)
    const message =
      "Missing file upload. Send multipart/form-data with a 'file' field, or JSON with an 'uploadRef'."
    throw new ServiceError('BAD_REQUEST', message)
  }
}

function refuseSecondFile({ uploadRef }: ParseRequest, sent: UploadedFile | undefined): void {
  if (sent === undefined || uploadRef === undefined) return
  const message = "Send either a 'file' or an 'uploadRef', not both."
  throw new ServiceError('BAD_REQUEST', message)
}

/** Options of the contract that nothing honours yet. */
function missingOptions(request: ParseRequest): string[] {
  const { onlyCleanContent, checkPromptInjection, redactPII } = request
  const asked = { onlyCleanContent, checkPromptInjection, redactPII }
  return Object.entries(asked).flatMap(([name, value]) => (value === false ? [] : [name]))
}

function checkPermissions(request: ParseRequest, { account }: Call): void {
  if (request.zeroDataRetention && account.zeroDataRetention === 'off') {
    throw new ServiceError(
      'FORBIDDEN',
      'Zero Data Retention (ZDR) is not enabled for your team. Ask the operator of this service to allow it.',
    )
  }
  refuseFormats(
    request.formats.map(({ type }) => type),
    account.allowedFormats,
  )
}

const priceOf = (pages: number, zeroDataRetention: boolean) =>
  scrapePrice({ kind: 'page', pages }, { zeroDataRetention })

/** Pages of PDF files are paid one by one, every other file as one. */
const paidPages = ({ paidPages: pages }: Content) => pages ?? 1

function toFailure(thrown: unknown, { signal }: Call, isPrivate: boolean): ServiceError {
  if (!(thrown instanceof ServiceError) && signal.aborted)
    return new ServiceError('SCRAPE_TIMEOUT', 'The client left.')
  const failure = ServiceError.from(thrown)
  if (failure.code === 'SCRAPE_UNSUPPORTED_FILE_ERROR') return unsupported()
  if (!isPrivate) return failure
  // Causes are logged, and may quote the file.
  const { code, message, details, retryAfterSeconds } = failure
  return new ServiceError(code, message, { details, retryAfterSeconds })
}

function unsupported(): ServiceError {
  const endings = readableEndings.join(', ')
  const message = `Unsupported upload type. Supported file extensions: ${endings}. Pictures need the parser image.`
  return new ServiceError('UNSUPPORTED_FILE_TYPE', message)
}
