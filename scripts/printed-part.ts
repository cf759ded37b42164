/** Returns the text with `part` between two lines, without what was there. Throws if it does not have them. */
export function withPart(
  text: string,
  { start, end, part }: { readonly start: string; readonly end: string; readonly part: string },
): string {
  const from = text.indexOf(start)
  const to = text.indexOf(end)
  if (from < 0 || to < from) throw new Error(`The text must contain ${start} and ${end}.`)
  return `${text.slice(0, from + start.length)}\n${part}\n${text.slice(to)}`
}
