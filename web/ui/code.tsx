import { CopyButton } from './copy.tsx'

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
const shownMax = 400_000

export function Code({
  text,
  language,
  label,
}: {
  text: string
  language: Language
  label: string
}) {
  return (
    <div class="code">
      <CopyButton text={text} />
      <pre tabIndex={0} aria-label={label}>
        <code>{coloured(text.slice(0, shownMax), language)}</code>
      </pre>
    </div>
  )
}

/** Colours the tokens of a text; it stays text, never markup. */
function coloured(text: string, language: Language) {
  if (text.length > colouredMax) return text
  const parts = []
  let end = 0
  for (const match of text.matchAll(rules[language])) {
    const kind = Object.entries(match.groups ?? {}).find(([, value]) => value !== undefined)?.[0]
    if (match.index > end) parts.push(text.slice(end, match.index))
    parts.push(<span class={`c-${kind}`}>{match[0]}</span>)
    end = match.index + match[0].length
  }
  parts.push(text.slice(end))
  return parts
}
