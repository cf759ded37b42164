import { textOfRuns } from './runs.ts'
import { isElement, simpleMarkup } from './xml-text.ts'

/** The text of a shared string by its number. Undefined when the part has unusual markup. */
export function sharedStrings(
  part: Buffer,
  readUnknown: () => string,
): ((index: number) => string) | undefined {
  const xml = simpleMarkup(part, 'sst')
  if (xml === undefined) return undefined
  const starts: number[] = []
  for (let at = xml.indexOf('<si'); at !== -1; at = xml.indexOf('<si', at + 1))
    if (isElement(xml, at, 'si')) starts.push(at)
  const known: (string | undefined)[] = []
  return (index) => {
    const start = starts[index]
    if (start === undefined) return readUnknown()
    return (known[index] ??= textOfRuns(xml.slice(start, starts[index + 1])))
  }
}
