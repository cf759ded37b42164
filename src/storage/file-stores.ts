import { join } from 'node:path'
import type { Blobs } from './blobs.ts'
import { createBlobs } from './create-blobs.ts'
import type { FileStore } from './file-store.ts'
import { createFolderFiles } from './folder-files.ts'
import { privateFolder } from './private-folder.ts'
import { createS3Files, type Bucket } from './s3-files.ts'
import { createStoredBlobs } from './stored-blobs.ts'

interface FileStoresOptions {
  /** The data folder; used if there is no bucket. */
  readonly dataDir: string
  readonly bucket: Bucket | undefined
}

/** Where screenshots and PDF files, and the bodies of cached pages, are stored; all processes of a service share it. Uploads only a bucket. */
export function createFileStores({ dataDir, bucket }: FileStoresOptions): {
  readonly documents: FileStore
  readonly pages: Blobs
  readonly uploads: FileStore | undefined
} {
  if (bucket) {
    const pages = createStoredBlobs(createS3Files(bucket, 'pages'))
    const [documents, uploads] = [createS3Files(bucket, 'files'), createS3Files(bucket, 'uploads')]
    return { documents, pages, uploads }
  }
  const folder = (name: string) => privateFolder(join(dataDir, name))
  const documents = createFolderFiles(folder('files'))
  return { documents, pages: createBlobs(folder('pages')), uploads: undefined }
}
