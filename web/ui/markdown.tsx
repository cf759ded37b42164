import { useState } from 'preact/hooks'
import { theme } from '../theme.ts'
import { Code } from './code.tsx'
import { later } from './later.tsx'
import * as words from '../words/en/answers.ts'

const MarkdownPreview = later(() =>
  import('./markdown-preview.tsx').then((module) => module.MarkdownPreview),
)

/** Markdown of a foreign page, rendered or as its source. */
export function Markdown({ text }: { text: string }) {
  const [isPreview, setPreview] = useState(true)
  return (
    <div class="markdown">
      <div class="switcher" role="group" aria-label={words.viewLabel}>
        <button type="button" aria-pressed={isPreview} onClick={() => setPreview(true)}>
          {words.viewPreview}
        </button>
        <button type="button" aria-pressed={!isPreview} onClick={() => setPreview(false)}>
          {words.viewSource}
        </button>
      </div>
      {isPreview ? (
        <MarkdownPreview markdown={text} isDark={theme.value === 'dark'} />
      ) : (
        <Code text={text} language="md" label={words.tabsMarkdown} />
      )}
    </div>
  )
}
