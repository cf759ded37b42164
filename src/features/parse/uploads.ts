import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { z } from 'zod'
import type { Call } from '#kernel/call.ts'
import type { Clock } from '#kernel/clock.ts'
import { ServiceError } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import { findNetworkId } from '#kernel/principal.ts'
import { createTeamSlots } from '#kernel/team-slots.ts'
import { fileBytesMax, uploadSlots, type UploadedFile } from '#kernel/uploaded-file.ts'
import { afterMs, beforeMs, type Database } from '#storage/database.ts'
import type { FileStore } from '#storage/file-store.ts'
import type { Signer } from '#storage/signer.ts'
import { writeSealed } from '#storage/temporary-files.ts'
import { undefinedIfMissing } from '#storage/whole-file.ts'
import type { UploadUrlReply, UploadUrlRequest } from './contract.ts'
import { createSharedUploads } from './shared-uploads.ts'
import { readUploadRef, writeUploadRef, type UploadRef } from './upload-ref.ts'

/** Files that are uploaded first and parsed by reference (docs/api/parse.md). */
export interface Uploads {
  /** Returns where to upload a file. Fails with `PARSE_UPLOAD_UNPARSED_LIMIT_REACHED`. */
  create(
    request: UploadUrlRequest,
    call: Call,
    baseUrl: string,
  ): Promise<z.output<typeof UploadUrlReply>['data']>
  /**
   * Receives the bytes, once; `open` is called when the reference is valid. Fails with `BAD_REQUEST`, `NOT_FOUND`,
   * `PAYLOAD_TOO_LARGE`, the error of `open`, or the signal's reason.
   */
  receive(
    target: { readonly uploadId: string; readonly uploadRef: string },
    open: () => Promise<Readable>,
    signal: AbortSignal,
  ): Promise<void>
  /** Returns the file, once; it is deleted after the request. Fails with `BAD_REQUEST` and `NOT_FOUND`. */
  take(uploadRef: string, call: Call): Promise<UploadedFile>
  /** Deletes files that were not parsed in time, and incomplete files of crashed processes. */
  sweep(): Promise<void>
}

interface UploadsDeps {
  readonly database: Database
  /** Of this machine. */
  readonly directory: string
  /** Shared with the other processes; without it, a file can be parsed only where it was received. */
  readonly bucket?: FileStore | undefined
  readonly clock: Clock
  /** Signs references. */
  readonly signer: Signer
}

const lifetimeMs = 10 * 60_000
const countedMs = 24 * 3_600_000
const unparsedMax = 10
const stillMs = 2 * 60_000
const unknown = 'Upload URL not found or expired.'
const elsewhere =
  'The file was uploaded to another process of this service, which shares no bucket with this one (WEIR_S3_ENDPOINT). Try again.'

const makeKey = (ref: UploadRef) => Buffer.from(ref.key, 'base64url')

export function createUploads(deps: UploadsDeps): Uploads {
  const { database, directory, bucket, clock, signer } = deps
  const shared = bucket && createSharedUploads({ database, bucket })
  const makePath = (id: string) => join(directory, id)
  const read = (text: string) => readUploadRef(text, signer, clock.now())
  const receiving = createTeamSlots(uploadSlots)

  async function move(ref: UploadRef, from: string, to: string): Promise<boolean> {
    const rows = await database.query(
      'update uploads set state = $4 where id = $1 and team_id = $2 and state = $3 returning id',
      [ref.id, ref.teamId, from, to],
    )
    return rows.length === 1
  }

  return {
    create: createUpload({ database, signer }),
    async receive({ uploadId, uploadRef }, open, signal) {
      const ref = read(uploadRef)
      using slot = receiving.enter(ref.teamId)
      void slot
      const isOurs =
        ref.id === uploadId.toLowerCase() && (await move(ref, 'announced', 'receiving'))
      if (!isOurs) throw new ServiceError('NOT_FOUND', unknown)
      const path = makePath(ref.id)
      try {
        await mkdir(directory, { recursive: true, mode: 0o700 })
        const stream = await open()
        const keeping = { path, key: makeKey(ref), bytesMax: fileBytesMax, signal }
        const { bytes } = await writeSealed(stream, keeping)
        if (bytes === 0) throw new ServiceError('BAD_REQUEST', 'Uploaded file must not be empty.')
        await shared?.put(ref.id, path)
      } catch (thrown) {
        await rm(path, { force: true })
        await move(ref, 'receiving', 'announced')
        throw thrown
      }
      if (!(await move(ref, 'receiving', 'received'))) throw new ServiceError('NOT_FOUND', unknown)
    },
    async take(uploadRef, { account }) {
      const ref = read(uploadRef)
      const isTheirs = ref.teamId === account.teamId && (await move(ref, 'received', 'parsed'))
      if (!isTheirs) throw new ServiceError('NOT_FOUND', unknown)
      const path = makePath(ref.id)
      try {
        const isThere = await (shared ? shared.get(ref.id, path) : isFile(path))
        if (!isThere) throw notHere()
      } catch (thrown) {
        // It can be parsed when the storage answers again, or elsewhere.
        await move(ref, 'parsed', 'received')
        throw thrown
      }
      return toFile(ref, path, async () => {
        await rm(path, { force: true })
        // What is left is removed when the upload has expired.
        await shared?.remove(ref.id).catch(() => {})
      })
    },
    async sweep() {
      await shared?.sweep()
      await sweepFolder(deps)
    },
  }
}

const notHere = () => new ServiceError('SERVICE_UNAVAILABLE', elsewhere, { retryAfterSeconds: 1 })

function toFile(ref: UploadRef, path: string, remove: () => Promise<void>): UploadedFile {
  const { id: digest, name, contentType } = ref
  return {
    path,
    key: makeKey(ref),
    bytes: 0,
    digest,
    name,
    contentType,
    [Symbol.asyncDispose]: remove,
  }
}

function createUpload(deps: Pick<UploadsDeps, 'database' | 'signer'>): Uploads['create'] {
  const { database, signer } = deps
  return async ({ filename: name, contentType }, { account: { teamId, principal } }, baseUrl) => {
    const id = newId()
    const [announced] = await database.query<{ expiresAt: Date }>(
      `insert into uploads (id, team_id, created_at, expires_at, network)
       select $1, $2, now(), ${afterMs('$3')}, $6 where $4 > (select count(*) from uploads
         where team_id = $2 and state <> 'parsed' and created_at > ${beforeMs('$5')} and network is not distinct from $6) returning expires_at as "expiresAt"`,
      [id, teamId, lifetimeMs, unparsedMax, countedMs, findNetworkId(principal)],
    )
    if (!announced) throw new ServiceError('PARSE_UPLOAD_UNPARSED_LIMIT_REACHED')
    const { expiresAt } = announced
    const key = randomBytes(32).toString('base64url')
    const ref = { id, teamId, expiresAt: expiresAt.getTime(), key, name, contentType }
    const uploadRef = writeUploadRef(ref, signer)
    return {
      uploadUrl: `${baseUrl}/v2/parse/upload/${id}?uploadRef=${uploadRef}`,
      uploadRef,
      method: 'PUT',
      headers: {},
      expiresAt: expiresAt.toISOString(),
      maxSizeBytes: fileBytesMax,
    }
  }
}

async function sweepFolder({
  database,
  directory,
}: Pick<UploadsDeps, 'database' | 'directory'>): Promise<void> {
  await database.query(
    `delete from uploads where created_at <= ${beforeMs('$1')} and not in_bucket`,
    [countedMs],
  )
  const names = await readdir(directory).catch(() => [])
  const live = await database.query<{ id: string; state: string }>(
    'select id, state from uploads where id = any($1::uuid[]) and expires_at > now()',
    [names],
  )
  const states = new Map(live.map(({ id, state }) => [id, state]))
  for (const name of names) {
    const path = join(directory, name)
    const isLost = states.get(name) === 'receiving' && (await isStill(path))
    if (states.has(name) && !isLost) continue
    await rm(path, { force: true })
    if (isLost)
      await database.query(
        `update uploads set state = 'announced' where id = $1 and state = 'receiving'`,
        [name],
      )
  }
}

const isFile = async (path: string) => (await stat(path).catch(undefinedIfMissing)) !== undefined

/** Whether nothing has been written for longer than an upload may pause, because its process has crashed. */
async function isStill(path: string): Promise<boolean> {
  const facts = await stat(path).catch(() => undefined)
  return facts !== undefined && facts.mtimeMs < Date.now() - stillMs
}
