import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import type { Readable } from 'node:stream'
import { newId } from '#kernel/ids.ts'
import { afterMs, type Sql } from './database.ts'
import type { FileStore } from './file-store.ts'
import type { Signer } from './signer.ts'

/** Permitted content types; no other type is sent to browsers. */
const endings = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'application/pdf': 'pdf',
  'audio/mpeg': 'mp3',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
} as const

export type FileType = keyof typeof endings

/** A file to store for a team. */
interface NewFile {
  readonly teamId: string
  readonly bytes: Uint8Array
  readonly contentType: FileType
}

interface OnceFile extends NewFile {
  readonly kind?: string
}

/** A file of this machine to store a copy of, for a team. */
interface NewCopy {
  readonly teamId: string
  readonly path: string
  readonly byteLength: number
  readonly contentType: FileType
}

/** For what, and for how long, a file is stored. */
interface Holding {
  readonly teamId: string
  readonly holder: string
  readonly lifeMs: number
}

/** Parameters of a link; untrusted. */
export interface FileLink {
  readonly name: string
  readonly expires: string
  readonly signature: string
}

export interface FoundFile {
  readonly name: string
  readonly content: Uint8Array | Readable
  readonly byteLength: number
  readonly contentType: FileType
  readonly expiresAt: Date
}

/** Files that anyone with their link can read: for a day, copies of large files for an hour, and held ones for longer. */
export interface SignedFiles {
  /** Stores a file and returns its link: path and query of a URL of this service. */
  keep(file: NewFile): Promise<string>
  /** The same, but bytes that the team has stored before as this kind keep their link while it is valid for half a day. */
  keepOnce(file: OnceFile): Promise<string>
  /** The same for a large file. */
  keepCopy(copy: NewCopy): Promise<string>
  /** Stores a copy of a file of the team for what holds it. Undefined for a link to no such file. */
  hold(link: string, by: Holding): Promise<string | undefined>
  /** Deletes what is held. */
  release(holder: string, within?: Sql): Promise<void>
  /** Undefined for links that are expired, unknown or changed; indistinguishable. */
  read(link: FileLink): Promise<FoundFile | undefined>
  /** Deletes expired files, and those of deleted teams. */
  sweep(): Promise<void>
}

interface SignedFilesOptions {
  readonly database: Sql
  readonly store: FileStore
  /** Signs links. */
  readonly signer: Signer
}

const lifetimeMs = 24 * 3_600_000
const copyLifetimeMs = 3_600_000
/** Larger files are streamed. */
const memoryBytesMax = 16 * 1024 * 1024
const removedAtOnce = 200
const nameShape =
  /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}\.(png|jpg|pdf|mp3|mp4|webm)$/

export function createSignedFiles(options: SignedFilesOptions): SignedFiles {
  const { database, store } = options
  const links = createLinks(options.signer)
  return {
    ...createKeeping(options, links),
    async read(link) {
      if (!links.isGenuine(link)) return undefined
      const [row] = await database.query<Omit<FoundFile, 'name' | 'content'>>(
        `select content_type as "contentType", expires_at as "expiresAt", bytes::float8 as "byteLength"
         from files where id = $1 and expires_at > now() and team_id in (select team_ids())`,
        [link.name.slice(0, 36)],
      )
      if (!row) return undefined
      const isLarge = row.byteLength > memoryBytesMax
      const content = await (isLarge ? store.open(link.name) : store.get(link.name))
      return content && { name: link.name, content, ...row }
    },
    async release(holder, within = database) {
      await within.query('update files set expires_at = now() where holder = $1', [holder])
    },
    sweep: () => sweepFiles(options),
  }
}

type Links = ReturnType<typeof createLinks>

/** Stores files. */
function createKeeping({ database, store }: SignedFilesOptions, { makeLink }: Links) {
  /** The row is there before the file, so that no file is forgotten. */
  async function keepNew(
    { teamId, byteLength, contentType }: Omit<NewCopy, 'path'>,
    lifeMs: number,
    put: (name: string) => Promise<void>,
  ): Promise<{ readonly id: string; readonly link: string }> {
    const id = newId()
    const name = `${id}.${endings[contentType]}`
    const [row] = await database.query<{ expiresAt: Date }>(
      `insert into files (id, team_id, content_type, bytes, expires_at)
       values ($1, $2, $3, $4, date_trunc('milliseconds', ${afterMs('$5')})) returning expires_at as "expiresAt"`,
      [id, teamId, contentType, byteLength, lifeMs],
    )
    if (!row) throw new Error('A file was not noted.')
    await put(name)
    return { id, link: makeLink(name, row.expiresAt) }
  }
  const rows = (name: string, teamId: string) =>
    database.query<Pick<FoundFile, 'contentType' | 'byteLength'>>(
      `select content_type as "contentType", bytes::float8 as "byteLength" from files
       where id = $1 and team_id = $2 and expires_at > now() and bytes <= $3`,
      [name.slice(0, 36), teamId, memoryBytesMax],
    )

  const keep = ({ teamId, bytes, contentType }: NewFile) =>
    keepNew({ teamId, byteLength: bytes.byteLength, contentType }, lifetimeMs, (name) =>
      store.put(name, bytes, contentType),
    )

  return {
    keep: async (file: NewFile) => (await keep(file)).link,
    async keepOnce({ kind = '', ...file }: OnceFile) {
      const { teamId, bytes, contentType } = file
      const digest = createHash('sha256').update(contentType).update(kind).update(bytes).digest()
      const [same] = await database.query<{ id: string; expiresAt: Date }>(
        `select id, expires_at as "expiresAt" from files
         where team_id = $1 and digest = $2 and expires_at > ${afterMs('$3')}
         order by expires_at desc limit 1`,
        [teamId, digest, lifetimeMs / 2],
      )
      if (same) return makeLink(`${same.id}.${endings[contentType]}`, same.expiresAt)
      const { id, link } = await keep(file)
      await database.query('update files set digest = $2 where id = $1', [id, digest])
      return link
    },
    async hold(link: string, { teamId, holder, lifeMs }: Holding) {
      const name = basename(new URL(link, 'http://service').pathname)
      const [row] = nameShape.test(name) ? await rows(name, teamId) : []
      const bytes = row && (await store.get(name))
      if (!bytes) return undefined
      const held = await keepNew({ teamId, ...row }, lifeMs, (copy) =>
        store.put(copy, bytes, row.contentType),
      )
      await database.query('update files set holder = $2 where id = $1', [held.id, holder])
      return held.link
    },
    async keepCopy({ path, ...copy }: NewCopy) {
      const put = (name: string) => store.putFile(name, path, copy.contentType)
      return (await keepNew(copy, copyLifetimeMs, put)).link
    },
  }
}

/** Signs links, and checks them. */
function createLinks(signer: Signer) {
  const isGenuine = ({ name, expires, signature }: FileLink) =>
    nameShape.test(name) && signer.isGenuine(signature, `${name}\n${expires}`)

  function makeLink(name: string, expiresAt: Date): string {
    const expires = String(Math.floor(expiresAt.getTime() / 1_000))
    const signature = signer.sign(`${name}\n${expires}`).toString('base64url')
    return `/files/${name}?expires=${expires}&signature=${signature}`
  }

  return { isGenuine, makeLink }
}

/** Deletes the files whose time is over, and those of deleted teams. */
async function sweepFiles({
  database,
  store,
}: Pick<SignedFilesOptions, 'database' | 'store'>): Promise<void> {
  let removed = removedAtOnce
  while (removed === removedAtOnce) {
    const rows = await database.query<{ id: string; contentType: FileType }>(
      `select id, content_type as "contentType" from files
       where expires_at <= now() or team_id not in (select team_ids()) limit $1`,
      [removedAtOnce],
    )
    for (const { id, contentType } of rows) {
      await store.remove(`${id}.${endings[contentType]}`)
      await database.query('delete from files where id = $1', [id])
    }
    removed = rows.length
  }
}
