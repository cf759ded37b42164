/** How many of a thing stand beside its name: `Wool, blue × 4`, `2 × Gloves`. */
export function splitCount(text: string): { readonly name: string; readonly count?: number } {
  const [, name, behind] = /^(.{1,200}[^\d\s]) ?(?:×| x) ?(\d{1,4})$/u.exec(text) ?? []
  if (name !== undefined) return { name: name.trim(), count: Number(behind) }
  const [, before, rest] = /^(\d{1,4}) ?[×x] (\p{L}.{0,200})$/u.exec(text) ?? []
  return rest === undefined ? { name: text } : { name: rest, count: Number(before) }
}

/** A text that is a count and no more: `1 ×`. */
export function countAlone(text: string): number | undefined {
  const [, before, behind] = /^(?:(\d{1,4}) ?[×x]|[×x] ?(\d{1,4}))$/u.exec(text) ?? []
  const count = before ?? behind
  return count === undefined ? undefined : Number(count)
}
