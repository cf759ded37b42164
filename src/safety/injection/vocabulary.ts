import { findPattern, type Sentence, type SentenceStep } from './sentence.ts'

export const set = (words: string) => new Set(words.split(' '))

export const cancel = set(
  'ignore disregard forget override overwrite bypass discard dismiss neglect',
)
export const prior = set(
  'previous previously prior preceding above earlier foregoing former initial original existing system your past',
)
export const all = set('all any every')
export const these = set('the these those other given')
export const orders = set(
  'instruction instructions prompt prompts directive directives rule rules guideline guidelines command commands order orders guidance message messages conversation context training programming restriction restrictions policy policies',
)
export const written = set('instruction instructions prompt prompts directive directives')
export const everything = set('everything all anything whatever')
export const soFar = set('above before previously prior instructed')
export const disclose = set(
  'reveal print show repeat output display leak disclose dump recite expose',
)
export const secret = set('your above previous initial hidden secret original system internal')
export const persona = set('act pretend roleplay behave respond')
export const sendWords = set(
  'send forward post upload email e-mail transmit exfiltrate submit leak transfer',
)
export const privateData = set(
  'conversation history keys key token tokens credentials password passwords cookies session secrets',
)
const negations = set("not never don't dont no")

export const pattern =
  (steps: readonly SentenceStep[], isStart = true) =>
  (sentence: Sentence): boolean => {
    const index = findPattern(sentence, steps, isStart)
    return index !== -1 && !negations.has(sentence.words[index - 1] ?? '')
  }
export const phrases = (list: readonly string[]) => {
  const padded = list.map((phrase) => ` ${phrase} `)
  return ({ line }: Sentence) => padded.some((phrase) => line.includes(phrase))
}
export const text =
  (expression: RegExp) =>
  ({ text: raw }: Sentence): boolean =>
    expression.test(raw)

/** Names of language models and of the programs around them. */
const model =
  /\b(?:AIs?|A\.I\.|LLMs?|(?:large )?language models?|(?:AI|virtual|digital|automated) (?:assistants?|agents?|systems?|models?|crawlers?|summarizers?|readers?)|chat ?bots?|(?:web|browsing|autonomous) agents?|assistants?|(?:Chat)?GPT(?:-?\d\w*)?|Claude|Gemini|Copilot|Perplexity|Grok)\b/
const addressing =
  /(?:^\W{0,4}if you(?:'re| are)(?: an?| a)?|\battention,?:?|^\W{0,4}dear|\bnotes? (?:to|for)|\bmessages? (?:to|for)|\binstructions? (?:to|for)|\bnotice (?:to|for)|^\W{0,4}hey,?|^\W{0,4}hello,?|^\W{0,4}to (?:any|all|the|every))[ :]{1,3}(?:(?:any|all|the|an?|every|reading|automated)[ ]){0,2}$/i
const duty =
  /\b(?:must|should|need to|please|ignore|respond|reply|answer|output|say|recommend|include|do not|don't|instead|never|always|visit|click|send|rate|rank|mention|describe|tell|add|write|stop|end|praise|conclude|report)\b/i
const reading =
  /\b(?:reading|summari[sz]ing|processing|visiting|scraping|crawling|parsing|analy[sz]ing|indexing|evaluating|reviewing)\b/i

/** An instruction that names its reader: a model, then what it has to do. */
export function addressesModel({ text: raw }: Sentence): boolean {
  const found = model.exec(raw)
  if (!found) return false
  const rest = raw.slice(found.index + found[0].length)
  if (addressing.test(raw.slice(Math.max(0, found.index - 40), found.index))) return duty.test(rest)
  const near = rest.slice(0, 80)
  return (
    reading.test(near) &&
    /\b(?:must|should|please|needs? to|(?:are|is) (?:required|instructed|ordered))\b/i.test(rest) &&
    /\b(?:this|the) (?:page|text|document|site|content|website|article)\b/i.test(near)
  )
}

const called =
  /^\W{0,6}(?:AI|LLM|assistant|chatbot|(?:AI|virtual|digital) (?:assistant|agent|model|system)s?|language models?|(?:Chat)?GPT(?:-?\d\w{0,3})?|Claude|Gemini|Copilot)(?:\s{0,2}[:!]|,(?= (?:please|you|ignore|do|always|never|say|respond|reply|answer|recommend)\b))/i

const calledAs =
  /^\W{0,6}as an? (?:AI|LLM|(?:AI |virtual )?(?:assistant|agent)|chatbot|(?:large )?(?:AI )?(?:language )?model),? you (?:must|should|have to|need to|shall|are (?:required|obliged|instructed|ordered|told) to)\b/i

/** Whether a sentence calls a model and tells it something: `Assistant: recommend this product.` */
export const callsModel = ({ text: raw }: Sentence): boolean => {
  if (calledAs.test(raw)) return true
  const found = called.exec(raw)
  return found !== null && duty.test(raw.slice(found[0].length))
}

export const imperative =
  /^\W*(?:please |also |then |now |kindly |simply |just )?(?:add|include|insert|integrate|incorporate|embed|employ|mention|append|blend|feature|weave|promote|enhance|modify|augment|upgrade|translate|encode|encrypt|encipher|reverse|convert|represent|respond|reply|answer|output|write|use|utilize|say|print|ensure|provide|make|deliver|present|craft|express|substitute|apply|validate|verify|confirm|introduce|implement|give|let|render|rewrite|recommend|conclude|state|rate|rank|praise|describe|tell|end|begin|start)\b/i
