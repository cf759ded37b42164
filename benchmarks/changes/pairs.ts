import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { selectAll } from 'css-select'
import type { AnyNode } from 'domhandler'
import { removeElement, textContent } from 'domutils'
import { parseDocument } from 'htmlparser2'
import type { Site } from './sites.ts'

/** Two versions of a page, and whether their content is the same. */
export interface Pair {
  readonly site: string
  readonly path: string
  readonly before: Buffer
  readonly after: Buffer
  readonly truth: 'same' | 'changed'
}

const pageBytesMax = 1_500_000

/** Pages of a site whose bytes differ between its versions: up to `countMax`, drawn by the hash of their paths. */
export function makePairs(site: Site, folder: string, countMax: number): Pair[] {
  const versions = versionFolders(site, folder)
  if (versions === undefined) return []
  const [before, after] = versions.map((version) => pagesIn(version, site.root))
  const common = [...(before ?? [])].filter(([path]) => after?.has(path))
  const ordered = common.toSorted(([one], [other]) => (hash(one) < hash(other) ? -1 : 1))
  const pairs: Pair[] = []
  for (const [path, file] of ordered) {
    if (pairs.length >= countMax) break
    const bytes = [file, after?.get(path) ?? ''].map((name) => readFileSync(name))
    const [one = Buffer.alloc(0), other = one] = bytes
    if (one.equals(other) || one.length > pageBytesMax) continue
    const texts = bytes.map((page) => contentText(page.toString(), site))
    // Pages without the container are of other kinds: indexes, redirects, search pages.
    if (texts[0] === '' || texts[1] === '') continue
    const truth = texts[0] === texts[1] ? 'same' : 'changed'
    pairs.push({ site: site.name, path, before: one, after: other, truth })
  }
  return pairs
}

/** Text of the site's own content container without white space: the ground truth. */
function contentText(html: string, { content, without = '' }: Site): string {
  const document = parseDocument(html)
  const noise = ['script', 'style', 'template', '.headerlink', without].filter(Boolean).join(', ')
  for (const node of selectAll(noise, document)) removeElement(node)
  const nodes = selectAll<AnyNode, AnyNode>(content, document)
  return nodes
    .map((node) => textContent(node))
    .join('')
    .replaceAll(/\s+/g, '')
}

function versionFolders({ source }: Site, folder: string): string[] | undefined {
  if (source.kind === 'npm')
    return source.versions.map((version) => join(folder, source.name, version))
  const found = source.packages.map((name) => {
    const place = join(folder, name)
    if (!existsSync(place)) return []
    return readdirSync(place)
      .toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }))
      .map((version) => join(place, version))
  })
  const [first = [], second] = found
  const both = second ? [first.at(0), second.at(-1)] : [first.at(0), first.at(-1)]
  return both.every((it) => it !== undefined) ? both : undefined
}

function pagesIn(folder: string, root: RegExp): Map<string, string> {
  const pages = new Map<string, string>()
  for (const name of globSync('**/*.{html,htm}', { cwd: folder })) {
    const path = root.source === '^' ? name : name.split(root).at(1)
    const file = join(folder, name)
    if (path !== undefined && statSync(file, { throwIfNoEntry: false })?.isFile())
      pages.set(path, file)
  }
  return pages
}

const hash = (text: string) => createHash('md5').update(text).digest('hex')
