import { dropbox } from './dropbox.ts'
import { gist } from './gist.ts'
import { githubBlob } from './github-blob.ts'
import { gitlabBlob } from './gitlab-blob.ts'
import { googleDrive } from './google-drive.ts'
import { googleEditors } from './google-editors.ts'
import { onedrive } from './onedrive.ts'
import type { PublicExport } from './public-export.ts'
import { youtube } from './youtube.ts'

/** All kinds of links that are read from an export. A new one is a file, and a line here (docs/api/scrape.md). */
export const publicExports: readonly PublicExport[] = [
  googleEditors,
  googleDrive,
  githubBlob,
  gitlabBlob,
  gist,
  dropbox,
  onedrive,
  youtube,
]
