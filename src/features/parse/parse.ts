import type { ReadDocument } from '#reading/processes/create-read-document.ts'
import { failedScrapePrice, scrapePrice } from '#credits/prices.ts'
import type { RecordFetches } from '#operations/record-fetch.ts'
import { createMakeDocument } from '#pages/make-document.ts'
import type { Results } from '#pages/results.ts'
import { describeFetch } from '#operations/record-fetch.ts'
import { priceOfSafety, type Safeguard } from '#pages/safeguard.ts'
import { createUploadSource } from '#pages/sources/upload.ts'
import type { Derive } from '#formats/derive.ts'
import type { Document } from '#formats/document.ts'
import { refuseFormats } from '#formats/key-restrictions.ts'
import type { Format } from '#formats/registry.ts'
import { checkJsonSchemas } from '#formats/json-schemas.ts'
import type { Account } from '#kernel/account.ts'
import type { Call } from '#kernel/call.ts'
import { ServiceError } from '#kernel/errors.ts'
import type { UploadedFile } from '#kernel/uploaded-file.ts'
import type { Operation, OperationContext, RunOperation } from '#operations/operation.ts'
import { isZeroDataRetention, refuseRetention } from '#operations/zero-data-retention.ts'
import type { ParseRequest } from './contract.ts'
import { refusePageOptions } from './refuse-page-options.ts'
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
  readonly priceFormats: (formats: readonly Format[]) => number
}

interface ParseInput {
  readonly request: ParseRequest
  /** A file sent with the request. */
  readonly sent: UploadedFile | undefined
}

export function createParse(deps: ParseDeps): Parse {
  const { runOperation, results, safeguard, derive, uploads, priceFormats, recordFetches } = deps
  const makeDocument = createMakeDocument({ read: createUploadSource(deps), derive, safeguard })
  const operation: Operation<ParseInput, Document> = {
    endpoint: 'parse',
    chargeKind: 'parse',
    needsSlot: true,
    timeoutMs: ({ request }) => request.timeout,
    zeroDataRetention: ({ request }, account) => isZeroDataRetention(request, account),
    target: ({ sent }) => sent?.name ?? 'file',
    reservation: ({ request }, zeroDataRetention) =>
      countCredits(request, 1, zeroDataRetention) + priceFormats(request.formats),
    failureCredits: failedScrapePrice,
    failureWrites: (input, failure, context) => (sql) =>
      recordFetches(sql, [describeFetch(toFetch(input, context), failure)]),
    async run(input, context) {
      const { request, sent } = input
      const { id, call, zeroDataRetention, queuedMs } = context
      const { teamId } = call.account
      const surcharge = priceFormats(request.formats)
      await using file = sent ?? (await takeUpload(uploads, request, call))
      context.setTarget(file.name ?? 'file')
      const { document, extraWrites } = await makeDocument({
        id,
        teamId,
        request,
        file,
        zeroDataRetention,
        queuedMs,
        signal: context.signal,
        deadlineAt: context.deadlineAt,
        onPages: (pages) =>
          context.reserve(countCredits(request, pages, zeroDataRetention) + surcharge),
        onRead: (credits) => context.reserve(credits + surcharge),
      })
      const credits = document.metadata.creditsUsed
      await context.reserve(credits)
      const packed = zeroDataRetention ? undefined : await results.pack(document)
      const named = { ...toFetch(input, context), url: document.metadata.url }
      return {
        result: document,
        credits,
        extraWrites: (sql) =>
          Promise.all([
            packed && results.save({ id, teamId, document: packed }, sql),
            recordFetches(sql, [describeFetch(named, document)]),
            ...extraWrites.map((write) => write(sql)),
          ]),
      }
    },
  }

  return async function parse(request, sent, call) {
    refuseSecondFile(request, sent)
    refusePageOptions(request)
    checkPermissions(request, call.account)
    await checkJsonSchemas(request.formats, call)
    safeguard.assertAvailable(request)
    return runOperation(operation, { request, sent }, call)
  }
}

/** What the audit log says about a file; its name replaces the URL. */
const toFetch = ({ request, sent }: ParseInput, context: OperationContext) => ({
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
  refuseRetention(request, account)
  const types = request.formats.map(({ type }) => type)
  refuseFormats(types, account.allowedFormats)
}

const countCredits = (request: ParseRequest, pages: number, zeroDataRetention: boolean) =>
  scrapePrice({ kind: 'page', pages }, { zeroDataRetention }) + priceOfSafety(request, pages)
