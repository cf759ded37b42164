import { useState } from 'preact/hooks'
import { Tabs } from '../ui/tabs.tsx'
import { Panel, partsOf, tabsOf, type View } from './playground-result.tsx'
import * as words from '../words/en/answers.ts'

export interface Document {
  readonly metadata?: { readonly title?: string; readonly sourceURL?: string }
}

/** The parts of one document: Markdown, HTML, links, pictures, metadata and JSON. */
export function DocumentView({ document }: { document: Document }) {
  const [view, setView] = useState<View>('markdown')
  const shown = partsOf({ data: document })
  const tabs = tabsOf(shown, true)
  const current = tabs.some(({ name }) => name === view) ? view : (tabs[0]?.name ?? 'json')
  return (
    <Tabs label={words.partsOfTheDocument} tabs={tabs} current={current} onChange={setView}>
      <Panel view={current} shown={shown} json={document} />
    </Tabs>
  )
}
