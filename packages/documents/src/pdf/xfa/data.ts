import type { Element } from 'domhandler'
import { localName } from '#documents/office/relations.ts'
import { listChildren } from './template.ts'

/** The values of a form. */
export interface FormData {
  readonly root: Element
  /** The next values of a name, in the group of data around a field or in those around that; each is given once. */
  take(name: string, group: Element, most: number): Element[]
  /** The values at a path such as `$.owner.name`. */
  resolve(path: string, group: Element): Element[]
}

const stepsMax = 50

export function openData(root: Element): FormData {
  const named = new Map<Element, Map<string, Element[]>>()
  const given = new Map<readonly Element[], number>()
  const listNamed = (group: Element, name: string): Element[] => {
    const known = named.get(group) ?? Map.groupBy(listChildren(group), localName)
    named.set(group, known)
    return known.get(name) ?? []
  }
  return {
    root,
    take(name, group, most) {
      for (
        let at: Element | undefined = group;
        at;
        at = at === root ? undefined : (at.parent as Element)
      ) {
        const list = listNamed(at, name)
        const from = given.get(list) ?? 0
        if (from >= list.length) continue
        given.set(list, Math.min(list.length, from + most))
        return list.slice(from, from + most)
      }
      return []
    },
    resolve(path, group) {
      const [start = '', ...steps] = path.replace(/^xfa\.(?:datasets\.)?data\b/, '$data').split('.')
      const starts = new Map([
        ['$', group],
        ['$data', root],
        ['$record', listChildren(root)[0] ?? root],
      ])
      const names = start.startsWith('$') ? steps : [start, ...steps]
      return names.slice(0, stepsMax).reduce<Element[]>(
        (at, step) => {
          const [, name = '', index] = /^([^[]{1,200})(?:\[(\d{1,6}|\*)\])?$/.exec(step) ?? []
          const list = at.flatMap((one) => listNamed(one, name))
          return index === undefined || index === '*' ? list : list.slice(Number(index)).slice(0, 1)
        },
        [starts.get(start) ?? group],
      )
    },
  }
}
