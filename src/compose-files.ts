import { join } from 'node:path'
import type { Config } from '#config.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Database } from '#storage/database.ts'
import type { Blobs } from '#storage/blobs.ts'
import { createBlobs } from '#storage/create-blobs.ts'
import type { FileStore } from '#storage/file-store.ts'
import { createFolderFiles } from '#storage/folder-files.ts'
import { privateFolder } from '#storage/private-folder.ts'
import { createProfileStore } from '#storage/profile-store.ts'
import { createS3Files, type Bucket } from '#storage/s3-files.ts'
import { createSecret } from '#storage/secret.ts'
import { createSignedFiles } from '#storage/signed-files.ts'
import { createStoredBlobs } from '#storage/stored-blobs.ts'

/** Files behind links, the profiles of browsers, and where the links of documents lead that no request waits for. */
export function composeFiles(
  config: Config,
  { database, clock }: { readonly database: Database; readonly clock: Clock },
) {
  const { WEIR_SECRET: configured, WEIR_DATA_DIR: dataDir } = config
  const deriveKey = createSecret({ configured, dataDir })
  const files = createSignedFiles({
    database,
    clock,
    store: fileStore(config),
    key: deriveKey('file links'),
  })
  const profiles = createProfileStore({ database, clock, key: deriveKey('profiles') })
  return { files, profiles, publicUrl: config.WEIR_PUBLIC_URL ?? ownUrl(config) }
}

/** Bodies of cached pages: where files are, so that all processes share them. */
export function composePageBlobs(config: Config): Blobs {
  const bucket = bucketOf(config)
  return bucket
    ? createStoredBlobs(createS3Files(bucket, 'pages'))
    : createBlobs(privateFolder(join(config.WEIR_DATA_DIR, 'pages')))
}

function fileStore(config: Config): FileStore {
  const bucket = bucketOf(config)
  return bucket
    ? createS3Files(bucket, 'files')
    : createFolderFiles(privateFolder(join(config.WEIR_DATA_DIR, 'files')))
}

function bucketOf(config: Config): Bucket | undefined {
  const {
    WEIR_S3_ENDPOINT: endpoint,
    WEIR_S3_REGION: region,
    WEIR_S3_ACCESS_KEY: accessKeyId,
    WEIR_S3_SECRET_KEY: secretAccessKey,
  } = config
  if (endpoint === undefined) return undefined
  if (accessKeyId && secretAccessKey) return { endpoint, region, accessKeyId, secretAccessKey }
  throw new Error('WEIR_S3_ENDPOINT needs WEIR_S3_ACCESS_KEY and WEIR_S3_SECRET_KEY beside it.')
}

function ownUrl({ WEIR_HOST: host, WEIR_PORT: port }: Config): string {
  if (host === '0.0.0.0' || host === '::') return `http://localhost:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
