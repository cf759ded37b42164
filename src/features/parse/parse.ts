import type { Content } from '#content/content.ts'
import type { ReadDocument } from '#documents/processes/create-read-document.ts'
import { readableEndings } from '#content/file-name.ts'
import { failedScrapePrice, scrapePrice } from '#credits/prices.ts'
import type { RecordFetches } from '#operations/record-fetch.ts'
import type { Results } from '#pages/results.ts'
import { describeFetch } from '#operations/record-fetch.ts'
import {
  checksInjection,
  formatsToRead,
  priceOfSafety,
  redactionOf,
  type Safeguard,
} from '#pages/safeguard.ts'
import { contentOptions } from '#formats/content-options.ts'
import type { Derive, DocumentRequest } from '#formats/derive.ts'
import type { Document } from '#formats/document.ts'
import { refuseFormats } from '#formats/key-restrictions.ts'
import type { Format } from '#formats/registry.ts'
import { withCredits } from '#formats/to-document.ts'
import { checkJsonSchemas } from '#formats/json-schemas.ts'
import type { Account } from '#kernel/account.ts'
import type { Call } from '#kernel/call.ts'
import { ServiceError } from '#kernel/errors.ts'
import { noAddress } from '#kernel/no-address.ts'
import type { UploadedFile } from '#kernel/uploaded-file.ts'
import type { Operation, OperationContext, RunOperation } from '#operations/operation.ts'
import { isZeroDataRetention, refuseZeroDataRetention } from '#operations/zero-data-retention.ts'
import type { ParseRequest } from './contract.ts'
import { fileDocument } from './file-document.ts'
import { refusePageOptions } from './refuse-page-options.ts'
import { safeContent } from './safe-content.ts'
import type { Uploads } from './uploads.ts'

/** Converts an uploaded file into a document, charges it and stores it. A failure is free. */
export type Parse = (
  request: ParseRequest,
  file: UploadedFile | undefined,
  call: Call,
) => Promise<Document>

export interface ParseDeps {
  readonly runOperation: RunOperation
  readonly results: Pick<Results, 'pack' | 'save'>
  readonly recordFetches: RecordFetches
  readonly readDocument: ReadDocument
  readonly uploads: Pick<Uploads, 'take'>
  readonly safeguard: Safeguard
  readonly derive: Derive
  /** Credits that the formats may cost above the file. */
  readonly surchargeOf: (formats: readonly Format[]) => number
}

interface ParseInput {
  readonly request: ParseRequest
  /** A file sent with the request. */
  readonly sent: UploadedFile | undefined
}

export function createParse(deps: ParseDeps): Parse {
  const { runOperation, results, safeguard, derive, uploads, surchargeOf, recordFetches } = deps
  const operation: Operation<ParseInput, Document> = {
    endpoint: 'parse',
    chargeKind: 'parse',
    needsSlot: true,
    timeoutMs: ({ request }) => request.timeout,
    zeroDataRetention: ({ request }, account) => isZeroDataRetention(request, account),
    target: ({ sent }) => sent?.name ?? 'file',
    reservation: ({ request }, zeroDataRetention) =>
      priceOf(request, 1, zeroDataRetention) + surchargeOf(request.formats),
    failureCredits: failedScrapePrice,
    failureWrites: (input, failure, context) => (sql) =>
      recordFetches(sql, [describeFetch(fetchOf(input, context), failure)]),
    async run(input, context) {
      const { request, sent } = input
      const { id, call, zeroDataRetention, queuedMs } = context
      const { teamId } = call.account
      await using file = sent ?? (await takeUpload(uploads, request, call))
      context.setTarget(file.name ?? 'file')
      const content = await readFile(deps, { request, file }, context)
      const safe = await safeContent(safeguard, { content, request }, context)
      const pages = content.internal.paidPages ?? 1
      const readCredits = priceOf(request, pages, zeroDataRetention) - safe.refund
      await context.reserve(readCredits + surchargeOf(request.formats))
      const read = fileDocument(safe.content, { id, file, creditsUsed: readCredits, queuedMs })
      const { material } = safe.content.internal
      const derived = await derive(
        { document: read, normalisedText: undefined, material, isComplete: true },
        derivationOf(request, read.metadata.url, context),
      )
      const creditsUsed = readCredits + derived.credits
      await context.reserve(creditsUsed)
      const document = withCredits(derived.document, creditsUsed)
      const packed = zeroDataRetention ? undefined : await results.pack(document)
      const named = { ...fetchOf(input, context), url: document.metadata.url }
      return {
        result: document,
        credits: creditsUsed,
        extraWrites: (sql) =>
          Promise.all([
            packed && results.save({ id, teamId, document: packed }, sql),
            recordFetches(sql, [describeFetch(named, document)]),
            ...derived.extraWrites.map((write) => write(sql)),
          ]),
      }
    },
  }

  return async function parse(request, sent, call) {
    refuseSecondFile(request, sent)
    refusePageOptions(request)
    checkPermissions(request, call.account)
    checkJsonSchemas(request.formats)
    safeguard.assertAvailable(request)
    return runOperation(operation, { request, sent }, call)
  }
}

/** What the audit log says about a file; its name replaces the URL. */
const fetchOf = ({ request, sent }: ParseInput, context: OperationContext) => ({
  teamId: context.call.account.teamId,
  principal: context.call.account.principal,
  endpoint: 'parse',
  requestId: context.id,
  scrapeId: context.id,
  caller: request,
  url: sent?.name ?? 'file',
  startedAt: context.startedAt,
  zeroDataRetention: context.zeroDataRetention,
})

/** The request for the formats that are made of the document. */
function derivationOf(
  request: ParseRequest,
  url: string,
  { id, call, zeroDataRetention, signal, deadlineAt }: OperationContext,
): DocumentRequest {
  return {
    id,
    teamId: call.account.teamId,
    url,
    formats: request.formats,
    onlyCleanContent: request.onlyCleanContent,
    redaction: redactionOf(request),
    zeroDataRetention,
    usesModelCache: !zeroDataRetention,
    signal,
    deadlineAt,
  }
}

/** Reads the file. Stops with `INSUFFICIENT_CREDITS` as soon as it has more pages than the team can pay. */
async function readFile(
  { readDocument, surchargeOf }: Pick<ParseDeps, 'readDocument' | 'surchargeOf'>,
  { request, file }: { readonly request: ParseRequest; readonly file: UploadedFile },
  context: OperationContext,
): Promise<Content> {
  const { name: fileName, contentType, path, key } = file
  const unaffordable = new AbortController()
  const surcharge = surchargeOf(request.formats)
  let pagesReserved = 1
  let reserving = Promise.resolve()
  const reservePages = (pages: number) => {
    if (pages <= pagesReserved) return
    pagesReserved = pages
    reserving = reserving
      .then(() => context.reserve(priceOf(request, pages, context.zeroDataRetention) + surcharge))
      .catch((failure: unknown) => unaffordable.abort(failure))
  }
  try {
    return await readDocument(
      {
        request: {
          ...contentOptions(request),
          formats: [...contentOptions(request).formats, ...formatsToRead(request)],
          wantsExamined: checksInjection(request),
          url: noAddress,
          status: 200,
          contentType,
          fileName,
          isUpload: true,
        },
        source: { kind: 'file', path, key },
      },
      {
        teamId: context.call.account.teamId,
        signal: AbortSignal.any([context.signal, unaffordable.signal]),
      },
      ({ pages }) => reservePages(pages),
    )
  } catch (thrown) {
    throw thrown instanceof ServiceError && thrown.code === 'SCRAPE_UNSUPPORTED_FILE_ERROR'
      ? unsupportedType()
      : thrown
  } finally {
    await reserving
  }
}

async function takeUpload(
  uploads: ParseDeps['uploads'],
  { uploadRef }: ParseRequest,
  call: Call,
): Promise<UploadedFile> {
  if (uploadRef !== undefined) return uploads.take(uploadRef, call)
  const message =
    "Missing file upload. Send multipart/form-data with a 'file' field, or JSON with an 'uploadRef'."
  throw new ServiceError('BAD_REQUEST', message)
}

function refuseSecondFile({ uploadRef }: ParseRequest, sent: UploadedFile | undefined): void {
  if (sent === undefined || uploadRef === undefined) return
  const message = "Send either a 'file' or an 'uploadRef', not both."
  throw new ServiceError('BAD_REQUEST', message)
}

function checkPermissions(request: ParseRequest, account: Account): void {
  refuseZeroDataRetention(request, account)
  const types = request.formats.map(({ type }) => type)
  refuseFormats(types, account.allowedFormats)
}

const priceOf = (request: ParseRequest, pages: number, zeroDataRetention: boolean) =>
  scrapePrice({ kind: 'page', pages }, { zeroDataRetention }) + priceOfSafety(request, pages)

function unsupportedType(): ServiceError {
  const endings = readableEndings.join(', ')
  const message = `Unsupported upload type. Supported file extensions: ${endings}. Pictures need the parser image.`
  return new ServiceError('UNSUPPORTED_FILE_TYPE', message)
}
