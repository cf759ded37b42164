import { join } from 'node:path'
import type { Config } from '#config.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Database } from '#storage/database.ts'
import type { FileStore } from '#storage/file-store.ts'
import { createFolderFiles } from '#storage/folder-files.ts'
import { createProfileStore } from '#storage/profile-store.ts'
import { createS3Files } from '#storage/s3-files.ts'
import { createSecret } from '#storage/secret.ts'
import { createSignedFiles } from '#storage/signed-files.ts'

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

function fileStore(config: Config): FileStore {
  const {
    WEIR_S3_ENDPOINT: endpoint,
    WEIR_S3_REGION: region,
    WEIR_S3_ACCESS_KEY: accessKeyId,
    WEIR_S3_SECRET_KEY: secretAccessKey,
  } = config
  if (endpoint === undefined) return createFolderFiles(join(config.WEIR_DATA_DIR, 'files'))
  if (accessKeyId && secretAccessKey) {
    return createS3Files({ endpoint, region, accessKeyId, secretAccessKey })
  }
  throw new Error('WEIR_S3_ENDPOINT needs WEIR_S3_ACCESS_KEY and WEIR_S3_SECRET_KEY beside it.')
}

function ownUrl({ WEIR_HOST: host, WEIR_PORT: port }: Config): string {
  if (host === '0.0.0.0' || host === '::') return `http://localhost:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
