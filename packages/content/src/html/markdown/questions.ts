import { isTag, type Element } from 'domhandler'
import { readText } from '#content/html/walk.ts'

const lengthMax = 300
const levelsMax = 3

/** Whether a button unfolds the answer below it: it is a question, or says that it unfolds something of several words. */
export function isQuestion(button: Element): boolean {
  if (button.name !== 'button') return false
  const text = readText(button, { lengthMax }).trim()
  const isNamed =
    /[?？؟]$/.test(text) || (button.attribs['aria-expanded'] !== undefined && / \S+ /.test(text))
  return isNamed && text.length < lengthMax && hasAnswer(button)
}

const answerTags = new Set('div section dd p article ul ol'.split(' '))

function hasAnswer(button: Element): boolean {
  let at: Element = button
  for (let level = 0; level < levelsMax; level++) {
    let next = at.next
    while (next && !isTag(next)) next = next.next
    if (next) return answerTags.has(next.name)
    if (!at.parent || !isTag(at.parent)) return false
    at = at.parent
  }
  return false
}
