import type { TermsOf } from './terms.ts'

/** What a question asks for, and how an answer to it looks. */
const shapes: readonly { readonly asked: RegExp; readonly shape: RegExp }[] = [
  {
    asked:
      /\b(?:who|whose|whom|wer|wen|wem|qui|quién|quien|chi|quem)\b|(?<!\p{L})(?:кто|кем|ποι[οα][ςνι]?|kim(?:ler)?|ai)(?!\p{L})|谁|誰|ใคร|कौन|किसने/iu,
    shape: /\p{Lu}\p{Ll}+/u,
  },
  {
    asked:
      /\b(?:when|wann|quand|cuándo|cuando|quando|what year|which year|what date|what day|in welchem jahr|en quelle année|en qué año)\b|когда|πότε|ne zaman|hangi yıl|khi nào|năm nào|متى|कब|เมื่อใด|เมื่อไร|ปีใด|何时|什么时候|哪一年|いつ/iu,
    shape:
      /\b(?:1\d{3}|20\d{2}|\d{1,2}(?:st|nd|rd|th))\b|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tues|wednes|thurs|fri|satur|sun)[a-z]{0,8}\b|\d年/i,
  },
  {
    asked:
      /\bhow (?:many|much|long|old|far|tall|high|big|large|often|fast)\b|\bwhat (?:percent|percentage|number|amount)\b|\b(?:price|cost|wie ?viele?|wie (?:lang|alt|hoch)|combien|cuánt[oa]s?|quant[oaie])\b|сколько|πόσ|(?<!\p{L})kaç|ne kadar|bao nhiêu|(?<!\p{L})كم(?!\p{L})|कितन|กี่|เท่าใด|เท่าไร|多少|几|いくつ/iu,
    shape:
      /\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|twelve|hundred|thousand|million|billion|half|free)\b/i,
  },
  {
    asked:
      /\b(?:where|wo|où|dónde|donde|dove|onde|what city|what country|which city|which country)\b|где|哪里|どこ/iu,
    shape: /\b(?:in|at|near|from|to|of|bei|nach|à|au|en|a) (?:the )?\p{Lu}\p{Ll}+/u,
  },
]

/**
 * Tells whether a passage holds, beside the words of the question, what the question asks for. Undefined when the question
 * asks for nothing of a known shape.
 */
export function shapeAsked(
  query: string,
  terms: ReadonlySet<string>,
  listTerms: TermsOf,
): ((text: string) => boolean) | undefined {
  const shape = shapes.find(({ asked }) => asked.test(query))?.shape
  if (!shape) return undefined
  // Reading the terms of each word of hundreds of passages takes long.
  const known = new Map<string, boolean>()
  const isAsked = (word: string) => {
    const isIn = known.get(word) ?? listTerms(word).some((term) => terms.has(term))
    known.set(word, isIn)
    return isIn
  }
  return function hasShape(text) {
    if (!shape.test(text)) return false
    const rest = text.split(' ').filter((word) => !isAsked(word))
    // The first word of a sentence is a capital letter for another reason.
    return shape.test(rest.slice(shape.source.startsWith('\\p{Lu}') ? 1 : 0).join(' '))
  }
}
