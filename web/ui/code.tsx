import { CopyButton } from './copy.tsx'
import { splitParts, type Language } from './highlight.ts'

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
const coloured = (text: string, language: Language) =>
  splitParts(text, language).map(({ text: part, kind }, index) =>
    kind === undefined ? (
      part
    ) : (
      <span key={index} class={`c-${kind}`}>
        {part}
      </span>
    ),
  )
