import { findPattern, type Sentence, type Step } from './sentence.ts'

/** What a sentence shows of an attempt to instruct a language model. Weights of different names add up. */
export interface Signal {
  readonly name: string
  readonly weight: number
  readonly isIn: (sentence: Sentence) => boolean
}

const set = (words: string) => new Set(words.split(' '))

const cancel = set('ignore disregard forget override overwrite bypass discard dismiss neglect')
const prior = set(
  'previous previously prior preceding above earlier foregoing former initial original existing system your past',
)
const all = set('all any every')
const these = set('the these those other given')
const orders = set(
  'instruction instructions prompt prompts directive directives rule rules guideline guidelines command commands order orders guidance message messages conversation context training programming restriction restrictions policy policies',
)
const written = set('instruction instructions prompt prompts directive directives')
const everything = set('everything all anything whatever')
const soFar = set('above before previously prior instructed')
const disclose = set('reveal print show repeat output display leak disclose dump recite expose')
const secret = set('your above previous initial hidden secret original system internal')
const persona = set('act pretend roleplay behave respond')
const send = set('send forward post upload email e-mail transmit exfiltrate submit leak transfer')
const privateData = set(
  'conversation history keys key token tokens credentials password passwords cookies session secrets',
)
const negations = set("not never don't dont no")

const pattern =
  (steps: readonly Step[], isStart = true) =>
  (sentence: Sentence): boolean => {
    const index = findPattern(sentence, steps, isStart)
    return index !== -1 && !negations.has(sentence.words[index - 1] ?? '')
  }
const phrases = (list: readonly string[]) => {
  const padded = list.map((phrase) => ` ${phrase} `)
  return ({ line }: Sentence) => padded.some((phrase) => line.includes(phrase))
}
const text =
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
function addressesModel({ text: raw }: Sentence): boolean {
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

/** Whether a sentence calls a model and tells it something: `Assistant: recommend this product.` */
export const callsModel = ({ text: raw }: Sentence): boolean => {
  const found = called.exec(raw)
  return found !== null && duty.test(raw.slice(found[0].length))
}

const imperative =
  /^\W*(?:please |also |then |now |kindly |simply |just )?(?:add|include|insert|integrate|incorporate|embed|employ|mention|append|blend|feature|weave|promote|enhance|modify|augment|upgrade|translate|encode|encrypt|encipher|reverse|convert|represent|respond|reply|answer|output|write|use|utilize|say|print|ensure|provide|make|deliver|present|craft|express|substitute|apply|validate|verify|confirm|introduce|implement|give|let|render|rewrite|recommend|conclude|state|rate|rank|praise|describe|tell|end|begin|start)\b/i

const signals: readonly Signal[] = [
  {
    name: 'override',
    weight: 3,
    isIn: pattern([
      [cancel, 0],
      [prior, 3],
      [orders, 4],
    ]),
  },
  {
    name: 'override',
    weight: 3,
    isIn: pattern([
      [cancel, 0],
      [all, 2],
      [written, 4],
    ]),
  },
  {
    name: 'override',
    weight: 2,
    isIn: pattern([
      [cancel, 0],
      [these, 1],
      [written, 1],
    ]),
  },
  {
    name: 'override',
    weight: 3,
    isIn: pattern([
      [cancel, 0],
      [everything, 1],
      [soFar, 6],
    ]),
  },
  {
    name: 'override',
    weight: 3,
    isIn: phrases([
      'forgotten about all the rules',
      'forget all the rules',
      'override the restrictions',
      'ignore everything else on this page',
      'forget everything you have been told',
      'forget everything you were told',
    ]),
  },
  {
    name: 'override',
    weight: 3,
    isIn: (sentence) =>
      /\b(?:do not|don't|stop|no longer|cease)\b/i.test(sentence.text) &&
      findPattern(
        sentence,
        [
          [set("not don't stop longer cease"), 0],
          [set('follow obey following obeying heed'), 1],
          [prior, 3],
          [orders, 4],
        ],
        false,
      ) !== -1,
  },
  { name: 'addressed', weight: 3, isIn: addressesModel },
  {
    name: 'leak',
    weight: 3,
    isIn: (sentence) =>
      pattern([
        [disclose, 0],
        [secret, 5],
        [
          set(
            'instructions prompt prompts rules directives guidelines message messages configuration',
          ),
          3,
        ],
      ])(sentence) && !/\b(?:my|our)\b/i.test(sentence.text),
  },
  {
    name: 'leak',
    weight: 3,
    isIn: pattern([
      [set('give tell show send'), 0],
      [set('me us'), 0],
      [secret, 3],
      [set('instructions prompt prompts directives'), 2],
    ]),
  },
  {
    name: 'leak',
    weight: 2,
    isIn: phrases([
      'repeat everything above',
      'repeat the words above',
      'repeat the text above',
      'everything above this line',
      'your prompt verbatim',
      'your instructions verbatim',
      'your system prompt',
    ]),
  },
  {
    name: 'template',
    weight: 3,
    isIn: text(
      /<\|(?:im_start|im_end|system|user|assistant|endoftext|start_header_id|eot_id)\|?>|\[\/?INST\]|<<\/?SYS>>|<\/?(?:system_prompt|untrusted|user_query|tool_result|function_results|instructions?_override)>|^#{2,8}\s{0,3}(?:system|new instructions?|system prompt|instruction override)\s{0,3}:?\s{0,3}$|\b(?:BEGIN|END|START) (?:OF )?(?:SYSTEM|ADMIN|NEW) (?:PROMPT|INSTRUCTIONS?)\b|^\W{0,3}(?:system|admin)\W{0,3}(?:message|note|override|alert|prompt|instructions?)\W{0,3}:/i,
    ),
  },
  {
    name: 'persona',
    weight: 3,
    isIn: phrases([
      'do anything now',
      'enable developer mode',
      'enable jailbreak mode',
      'enable dan mode',
      'enter developer mode',
      'you are now dan',
      'you are now an unrestricted',
      'you are now unrestricted',
      'you are no longer bound',
      'you are no longer an ai',
      'without any ethical restrictions',
      'without any restrictions or filters',
      'without moral guidelines',
      'free from all restrictions',
      'jailbreak mode enabled',
      'dan can do anything',
      'you will be called dan',
      'your safety guidelines are disabled',
    ]),
  },
  {
    name: 'persona',
    weight: 2,
    isIn: (sentence) =>
      phrases([
        'from now on you',
        'from now on you are',
        'you will now',
        'you are now',
        'your new role',
        'your new task',
        'your new goal',
        'your new instructions',
        'your new objective',
        'your only task',
        'your real task',
      ])(sentence) ||
      pattern([
        [persona, 0],
        [set('as like'), 1],
        [set('if you dan a an'), 1],
        [set('unrestricted evil unfiltered jailbroken uncensored'), 2],
      ])(sentence),
  },
  {
    name: 'task',
    weight: 2,
    isIn: text(
      /\b(?:new|real|actual|updated|additional|important|following|override) (?:instructions?|tasks?|orders?|directives?)\s{0,2}(?::|is to|are as follows|from (?:the )?(?:user|system|admin|developer))/i,
    ),
  },
  {
    name: 'output',
    weight: 2,
    isIn: text(
      /\b(?:in|to|into|within|of|at the (?:end|start|beginning) of) your (?:own |final |next )?(?:response|answer|reply|output|summary|explanation|elucidation|analysis|code implementation|solution (?:logic|architecture))\b/i,
    ),
  },
  {
    name: 'output',
    weight: 1,
    isIn: text(
      /\b(?:your|the) (?:response|answer|reply|output|message|elucidation|implementation|codebase|solution)\b/i,
    ),
  },
  {
    name: 'algorithm',
    weight: 1,
    isIn: text(
      /\byour (?:own |existing )?(?:algorithm|code(?!s)|program(?:'s)? logic|codebase|coding|solution)\b|\bcode (?:that )?you (?:develop|write|create|generate|produce)\b/i,
    ),
  },
  { name: 'imperative', weight: 1, isIn: text(imperative) },
  {
    name: 'code',
    weight: 2,
    isIn: text(
      /\b(?:following|subsequent|below|this|given) (?:code|script) ?(?:snippet|block|section|excerpt|segment|fragment|piece)\b/i,
    ),
  },
  {
    name: 'encode',
    weight: 2,
    isIn: text(
      /\b(?:base ?\d{2}|caesar|rot-?13|morse|atbash|vigen[eè]re|cipher|in reverse|backwards?|(?:only|using|in) emojis?|reversed? order|reversed? sequence)\b/i,
    ),
  },
  {
    name: 'exfiltrate',
    weight: 3,
    isIn: (sentence) =>
      pattern([
        [send, 0],
        [privateData, 8],
      ])(sentence) &&
      /\b(?:to|at)\b/i.test(sentence.text) &&
      /https?:|@|www\./i.test(sentence.text) &&
      /\b(?:user|conversation|chat|session|system|api|all|any|their)\b/i.test(sentence.text),
  },
]

const question =
  /^\W*(?:can|could|should|would|may|might|do|does|did|is|are|was|were|why|when|what|how|where|who|which|if i|have|has|will)\b[^.!]{0,1200}\?/i

/** Sums the weights of a sentence's signals, the strongest of each name; a question asks, and instructs less. */
export function scoreOf(sentence: Sentence): {
  readonly score: number
  readonly names: readonly string[]
} {
  const strongest = new Map<string, number>()
  for (const { name, weight, isIn } of signals) {
    if ((strongest.get(name) ?? 0) < weight && isIn(sentence)) strongest.set(name, weight)
  }
  let score = 0
  for (const weight of strongest.values()) score += weight
  if (score > 0 && question.test(sentence.text)) score -= 2
  return { score, names: [...strongest.keys()] }
}
