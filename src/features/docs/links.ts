import { dirname, posix } from 'node:path'
import { makeAddress, makeMarkdownAddress } from './navigation.ts'

/** Where a link of a file leads on the site; undefined for targets that the site does not have. */
export type ResolveLink = (target: string) => string | undefined

const localService = 'http://localhost:3002'

interface LinkParts {
  /** Of the page with the links. */
  readonly file: string
  /** All files that are pages. */
  readonly files: readonly string[]
  /** Whether links to pages lead to their Markdown. */
  readonly asMarkdown?: boolean
}

/** Links between files become links between pages. The site has pages and pictures; it has no source files. */
export function createResolveLink({ file, files, asMarkdown = false }: LinkParts): ResolveLink {
  const pages = new Set(files)
  return function resolve(target) {
    // How the documents write the address of the service itself.
    if (target.startsWith(`${localService}/`)) return target.slice(localService.length)
    if (target.startsWith('#') || /^(?:https?|mailto):/i.test(target)) return target
    const [path = '', fragment] = target.split('#', 2)
    const found = posix.join(dirname(file), path)
    if (/^docs\/pictures\/[\w-]+\.(?:png|svg|webp)$/.test(found)) return `/${found}`
    // A link to a folder leads to its first page.
    const page = pages.has(found) ? found : files.find((name) => dirname(name) === trimmed(found))
    if (page === undefined) return undefined
    const address = asMarkdown ? makeMarkdownAddress(makeAddress(page)) : makeAddress(page)
    return fragment === undefined ? address : `${address}#${fragment}`
  }
}

const trimmed = (path: string) => (path.endsWith('/') ? path.slice(0, -1) : path)

/** The Markdown with its links resolved. A link to what the site does not have becomes its text. */
export function resolveMarkdownLinks(markdown: string, resolve: ResolveLink): string {
  return markdown
    .split(/^(```[^]*?^```)/m)
    .map((part) =>
      part.startsWith('```')
        ? part
        : part.replaceAll(/(\[[^[\]]{0,400}\])\(([^()\s]{1,400})\)/g, (link, text: string, to) => {
            const found = resolve(String(to))
            if (found === undefined) return text.slice(1, -1)
            return found === to ? link : `${text}(${found})`
          }),
    )
    .join('')
}
