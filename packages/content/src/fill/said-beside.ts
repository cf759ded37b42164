import type { Profile } from './profile.ts'

/** Sentences that say what a value is without naming its property, as they stand right before and right behind it. */
const saying: Readonly<Record<string, { readonly before?: RegExp; readonly behind?: RegExp }>> = {
  brand: {
    before:
      /\b(?:made|manufactured|produced|built|crafted) by(?: the)? $|\b(?:hergestellt|gefertigt) von $|\bfabriqué par $|\bfabricado por $|\bprodotto da $/iu,
    behind:
      /^ (?:has |have )?(?:made|makes?|manufactures?d?|built|builds?) (?:it|this|the|these|them)\b/iu,
  },
  'stock quantity': {
    before:
      /(?:only|just|reste|restent|noch|quedan|restan|restano|rimangono|nog|restam|zostało|tylko|endast|bara|kun|zbývá|残り|剩余|仅剩) ?$/iu,
  },
  sku: {
    before: /(?:^|[.;,] |\b(?:its|the|item|product|article) )(?:number|no\.|code)(?: is|:)? ?$/iu,
  },
}

const [beforeMax, behindMax] = [40, 30]

/** Whether a sentence says of a value what the property asks for: `made by Lumo` of a maker. */
export function isSaidBeside({ meanings }: Profile, text: string, value: unknown): boolean {
  if (typeof value !== 'string' || value === '') return false
  const at = text.toLowerCase().indexOf(value.toLowerCase())
  if (at < 0) return false
  const before = text.slice(Math.max(0, at - beforeMax), at)
  const behind = text.slice(at + value.length, at + value.length + behindMax)
  return meanings.some(({ name }) => {
    const said = Object.hasOwn(saying, name) ? saying[name] : undefined
    return said?.before?.test(before) === true || said?.behind?.test(behind) === true
  })
}
