import { posix } from 'node:path'
import { parsePage } from '#content/html/parse.ts'
import { elementsOf } from '#content/html/walk.ts'
import type { Package } from './zip.ts'

/** The elements of a part of a package; none when it is missing. */
export function* elementsIn(file: Package, path: string) {
  const part = file.part(path)
  if (part) yield* elementsOf(parsePage(part.toString('utf8'), 'xml').document)
}

/** What a part of a package refers to: targets by their ids, of one kind alone when it is named. */
export function relationsOf(file: Package, path: string, kind = ''): Map<string, string> {
  const found = new Map<string, string>()
  const { dir, base } = posix.parse(path)
  for (const { attribs } of elementsIn(file, `${dir}/_rels/${base}.rels`)) {
    const { Id: id, Target: target, Type: type = '' } = attribs
    if (id !== undefined && target !== undefined && type.endsWith(kind)) found.set(id, target)
  }
  return found
}

/** The path of a part that another part in this folder refers to. */
export const pathFrom = (folder: string, target: string): string =>
  target.startsWith('/') ? target.slice(1) : posix.join(folder, target)
