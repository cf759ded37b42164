/** Fills the compile cache with the sources of the service, so that the first start is as quick as the later ones. */
import module from 'node:module'
import { join } from 'node:path'
import { root } from './set-up.mjs'

module.enableCompileCache(join(root, 'node_modules/.cache/compile'))
await import('#cli/weir.ts')
await import('#compose.ts')
// These run in processes of their own.
await import('#documents/read-document.ts')
await import('#documents/mail/read-mail.ts')
await import('#documents/ocr/read-image.ts')
await import('#documents/office/read-office.ts')
await import('#documents/pdf/read-pdf.ts')
await import('#documents/pdf/picture-pages.ts')
module.flushCompileCache()
