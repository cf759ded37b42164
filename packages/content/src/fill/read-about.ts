import { readInStock } from '#content/html/facts/stock-words.ts'
import { beneathTitle, type Outline } from './outline.ts'
import type { Profile } from './profile.ts'
import { quantitiesIn } from './quantities.ts'
import type { ReadValue } from './read-value.ts'

/** Whether a paragraph begins with whether a thing can be bought, or names a price. */
const aboutSale = (text: string): boolean =>
  readInStock(text.split(/[,.;·–]/, 1)[0] ?? '') !== undefined ||
  quantitiesIn(text).some(({ sign }) => sign !== undefined)

const aboutName =
  /^(?:(?:short|product|event|job|recipe|course) )?(?:description|summary|intro|about|beschreibung|descripción|descripcion|descrição|descrizione|beschrijving|omschrijving|opis|beskrivning|beskrivelse|popis)$/
const paragraphMin = 50

/** The first sentences beneath the title. */
export function firstParagraph(outline: Outline, { folded }: Profile): ReadValue | undefined {
  if (!aboutName.test(folded)) return undefined
  const found = beneathTitle(outline).find(
    ([line, text]) =>
      outline.lines[line]?.kind === 'text' &&
      text.length >= paragraphMin &&
      /[.!。]$/.test(text) &&
      !aboutSale(text),
  )
  return found && { value: found[1], line: found[0] }
}
