import { employment } from './enum-words.ts'
import type { Outline } from './outline.ts'
import type { ReadValue } from './read-value.ts'

/** Whether a heading is the name of a person, with or without a title. */
export const isPersonTitle = (text: string): boolean =>
  /^(?:(?:Dr|Prof|Professor|Sir|Dame|Frau|Herr|Dra|Mag|Ing)\.? ){0,2}\p{Lu}[\p{L}'’.-]{1,24}(?: (?:\p{Ll}{1,3} )?\p{Lu}[\p{L}'’.-]{0,24}){1,3}$/u.test(
    text,
  )

/** How someone is employed, in the only line that says no more. */
export function employmentShown({ lines }: Outline): ReadValue | undefined {
  const found = lines.flatMap(({ text }, line) =>
    text.length <= employmentLengthMax && employment.test(text)
      ? [{ value: text.replace(/ ?[/|·,]$/, ''), line }]
      : [],
  )
  return found.length === 1 ? found[0] : undefined
}

const employmentLengthMax = 30

const experience =
  /(\d{1,2})(?:\+| ?[-–] ?\d{1,2})? ?(?:years?|jahre?|ans?|années?|años?|anni|jaar|anos?|lat|lata|års?|år|let)(?!\p{L})/iu
const asked =
  /\+|at least|minimum|min\.|mindestens|au moins|minst|al menos|mínimo|almeno|minimaal|pelo menos|co najmniej|experience|erfahrung|expérience|experiencia|esperienza|ervaring|experiência|doświadcz|erfaren/i

/** `5+ years with Go`: years that are asked for. */
export function experienceShown({ lines }: Outline): ReadValue | undefined {
  for (const [line, { text, kind }] of lines.entries()) {
    const found = kind === 'item' ? experience.exec(text) : null
    if (found && asked.test(text)) return { value: Number(found[1]), line }
  }
  return undefined
}
