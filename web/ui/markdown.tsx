import { useState } from 'preact/hooks'
import { theme } from '../theme.ts'
import { Code } from './code.tsx'
import { later } from './later.tsx'
import { Switcher } from './choices.tsx'
import * as words from '../words/en/answers.ts'
import * as terms from '../words/en/terms.ts'
import * as untranslated from '../words/untranslated.ts'

const MarkdownPreview = later(() =>
  import('./markdown-preview.tsx').then((module) => module.MarkdownPreview),
)

const looks = { preview: words.viewPreview, source: words.viewSource }

/** Markdown of a foreign page, rendered or as its source. */
export function Markdown({ text }: { text: string }) {
  const [look, setLook] = useState<keyof typeof looks>('preview')
  return (
    <div class="markdown">
      <Switcher label={terms.fieldView} choices={looks} value={look} onChoose={setLook} />
      {look === 'preview' ? (
        <MarkdownPreview markdown={text} isDark={theme.value === 'dark'} />
      ) : (
        <Code text={text} language="md" label={untranslated.tabsMarkdown} />
      )}
    </div>
  )
}
