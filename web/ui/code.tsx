import { CopyButton } from './copy.tsx'
import { useShown } from './shown.tsx'
import { splitParts, type Language } from './highlight.ts'

const shownMax = 400_000

export function Code({
  text,
  language,
  label,
  hasCopy = false,
}: {
  text: string
  language: Language
  label: string
  /** Where nothing else copies it. */
  hasCopy?: boolean
}) {
  const [shown, more] = useShown(text.length, shownMax)
  return (
    <div class="code">
      {hasCopy && (
        <div class="code-bar">
          <CopyButton text={text} />
        </div>
      )}
      <pre tabIndex={0} aria-label={label}>
        <code>{coloured(text.slice(0, shown), language)}</code>
      </pre>
      {more}
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
