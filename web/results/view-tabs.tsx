import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy.tsx'
import { saveText } from '../ui/save.ts'
import { Tabs } from '../ui/tabs.tsx'
import type { ResultView } from './views.tsx'
import * as terms from '../words/en/terms.ts'

/** A view that is no part of the answer. */
export interface OtherView {
  readonly name: string
  readonly label: string
  readonly count?: number
  readonly text?: undefined
  readonly show: () => ComponentChildren
}

/** Views of a result as tabs; what is shown can be copied and saved. */
export function ViewTabs({
  label,
  views,
}: {
  label: string
  views: readonly (ResultView | OtherView)[]
}) {
  const [name, setName] = useState<string>()
  const current = views.find((view) => view.name === name) ?? views[0]
  if (!current) return null
  const { text } = current
  return (
    <Tabs
      label={label}
      tabs={views}
      current={current.name}
      onChange={setName}
      actions={
        text !== undefined && (
          <>
            <CopyButton text={text} />
            <Button
              class="quiet copy"
              icon="download"
              onClick={() => saveText(`${current.name}.${current.ending}`, text)}
            >
              {terms.actionDownload}
            </Button>
          </>
        )
      }
    >
      {current.show()}
    </Tabs>
  )
}
