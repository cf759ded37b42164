export type Language = 'json' | 'html' | 'sh' | 'js' | 'py' | 'md'

/** Patterns of the tokens that get a colour. */
const rules: Record<Language, RegExp> = {
  json: /(?<key>"(?:[^"\\]|\\.)*"(?=\s*:))|(?<text>"(?:[^"\\]|\\.)*")|(?<number>-?\b\d[\d.eE+-]*)|(?<word>\b(?:true|false|null)\b)/g,
  html: /(?<note><!--[\s\S]*?-->)|(?<key><\/?[\w:-]+|\/?>)|(?<text>"[^"]*"|'[^']*')|(?<word>\b[\w:-]+(?==))/g,
  sh: /(?<note>#[^\n]*)|(?<text>"(?:[^"\\]|\\.)*"|'[^']*')|(?<word>(?<=^|\s)-{1,2}[\w-]+)|(?<key>\b(?:curl|npx|pip|npm)\b)/gm,
  js: /(?<note>\/\/[^\n]*)|(?<text>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`)|(?<key>\b(?:import|from|const|await|new|return|async)\b)|(?<number>\b\d[\d_.]*\b)|(?<word>\b(?:true|false|null|undefined)\b)/g,
  py: /(?<note>#[^\n]*)|(?<text>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(?<key>\b(?:import|from|def|return|with|as)\b)|(?<number>\b\d[\d_.]*\b)|(?<word>\b(?:True|False|None)\b)/g,
  md: /(?<key>^#{1,6} [^\n]*)|(?<text>\[[^\]\n]*\]\([^)\n]*\))|(?<word>`[^`\n]+`|\*\*[^*\n]+\*\*)|(?<note>^>[^\n]*)/gm,
}
/** Longer texts stay plain. */
const colouredMax = 60_000

/** A part of a text; only tokens have a kind. */
interface Part {
  readonly text: string
  readonly kind?: string
}

/** Splits a text into tokens that get a colour and what is between them. */
export function splitParts(text: string, language: Language): readonly Part[] {
  if (text.length > colouredMax) return [{ text }]
  const parts: Part[] = []
  let end = 0
  for (const match of text.matchAll(rules[language])) {
    const kind = Object.entries(match.groups ?? {}).find(([, value]) => value !== undefined)?.[0]
    if (match.index > end) parts.push({ text: text.slice(end, match.index) })
    parts.push({ text: match[0], ...(kind !== undefined && { kind }) })
    end = match.index + match[0].length
  }
  parts.push({ text: text.slice(end) })
  return parts
}
