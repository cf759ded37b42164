import { runFileCommand } from '#base/file-command.ts'
import { extractPage } from './index.ts'

/** Entry point of the command `weir-content`. */
await runFileCommand({
  name: 'weir-content',
  options: { url: 'address of the page, for its links' },
  async read({ bytes, values: { url } }) {
    const formats = ['markdown', 'links', 'images', 'facts'] as const
    return extractPage(bytes, { formats, ...(url !== undefined && { url }) })
  },
})
