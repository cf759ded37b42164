import type { Document } from 'domhandler'
import { refusesInWords } from '#content/refusal/phrases/all-phrases.ts'
import { challengeMarkup } from '#content/refusal/structure.ts'
import { listElements, oneLine, readText, unseenTags } from '#content/html/walk.ts'

const textCharsMax = 20_000
/** Challenges are short. */
const challengeCharsMax = 4_000
const statuses = new Set([202, 403, 429, 503])

const nothing =
  /no results|did not match any|no matching|nothing (?:was )?found|0 results|couldn't find|could not find|keine (?:ergebnisse|treffer)|nichts gefunden|aucun résultat|sin resultados|no se (?:han encontrado|encontraron)|nessun risultato|nenhum resultado|geen resultaten|ничего не найдено|没有找到|見つかりません/i

/**
 * Whether a page asks for a proof of being human instead of answering. `certain`: by its elements or its status; `likely`: by its
 * words alone.
 */
export function challengeIn(document: Document, status: number): 'certain' | 'likely' | 'none' {
  if (statuses.has(status)) return 'certain'
  const isMarked = listElements(document).some(
    ({ name, attribs }) =>
      /^(?:form|iframe|div|input|img|script|altcha-widget|p|body)$/.test(name) &&
      ['id', 'class', 'action', 'src', 'name'].some((attribute) =>
        challengeMarkup.test((attribs[attribute] ?? '').slice(0, 500)),
      ),
  )
  const text = visibleText(document)
  if (isMarked && (text.length < challengeCharsMax || refusesInWords(text))) return 'certain'
  return text.length < challengeCharsMax && refusesInWords(text) ? 'likely' : 'none'
}

/** Whether a page says that its search found nothing. */
export const saysNothingFound = (document: Document) => nothing.test(visibleText(document))

const visibleText = (document: Document) =>
  oneLine(readText(document, { except: unseenTags, lengthMax: textCharsMax })).slice(
    0,
    textCharsMax,
  )
