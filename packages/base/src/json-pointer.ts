import { percentDecoded } from './percent-decoded.ts'

/**
 * Returns what a JSON Pointer in the form of a URI fragment (RFC 6901, `#/$defs/a`) points to in `root`; undefined for one that
 * leads nowhere, and for other references.
 */
export function valueAtPointer(reference: string, root: unknown): unknown {
  if (reference === '#') return root
  if (!reference.startsWith('#/')) return undefined
  let found = root
  for (const step of reference.slice(2).split('/')) {
    const name = percentDecoded(step).replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined
    found = found[name as keyof typeof found]
  }
  return found
}
