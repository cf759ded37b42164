import { posix } from 'node:path'
import type { Element } from 'domhandler'
import { parsePage } from '#content/html/parse.ts'
import { listElements, readText } from '#content/html/walk.ts'
import type { Package } from './zip.ts'

/** The XML elements of a package part; empty when it is missing. */
export function* elementsIn(file: Package, path: string) {
  const part = file.part(path)
  if (part) yield* listElements(parsePage(part.toString('utf8'), 'xml').document)
}

export const localName = ({ name }: Element): string => name.slice(name.indexOf(':') + 1)

/** The text of the runs of an element. */
export const joinTexts = (root: Element): string =>
  listElements(root)
    .map((one) => (localName(one) === 't' ? readText(one) : localName(one) === 'br' ? ' ' : ''))
    .join('')

/** Relationship targets of a package part by id, optionally of one type. */
export function readRelations(file: Package, path: string, kind = ''): Map<string, string> {
  const found = new Map<string, string>()
  const { dir, base } = posix.parse(path)
  for (const { attribs } of elementsIn(file, `${dir}/_rels/${base}.rels`)) {
    const { Id: id, Target: target, Type: type = '' } = attribs
    if (id !== undefined && target !== undefined && type.endsWith(kind)) found.set(id, target)
  }
  return found
}

/** Resolves the target of a relationship against the folder of its part. */
export const pathFrom = (folder: string, target: string): string =>
  target.startsWith('/') ? target.slice(1) : posix.join(folder, target)
