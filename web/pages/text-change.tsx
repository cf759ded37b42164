import { useEffect, useRef, useState } from 'preact/hooks'
import { Button } from '../ui/button.tsx'
import { countTotals, type rowsOfDiff } from '../ui/diff-rows.ts'
import { DiffView, type DiffLook } from '../ui/diff-view.tsx'
import { Switcher } from '../ui/choices.tsx'
import * as words from '../words/en/monitors.ts'
import * as terms from '../words/en/terms.ts'

const looks = { split: terms.viewBeside, unified: words.viewUnified }
const isNarrow = matchMedia('(max-width: 900px)').matches

/** A difference of texts, with steps from change to change. */
export function TextChange({ rows }: { rows: ReturnType<typeof rowsOfDiff> }) {
  const [look, setLook] = useState<DiffLook>(isNarrow ? 'unified' : 'split')
  const frame = useRef<HTMLDivElement>(null)
  const step = useSteps(frame)
  const { added, removed } = countTotals(rows)
  return (
    <>
      <div class="bar">
        <Switcher label={terms.fieldView} choices={looks} value={look} onChoose={setLook} />
        <span class="sum">
          <b class="plus">+{added}</b> <b class="minus">−{removed}</b>
        </span>
        <span class="grow" />
        <Button class="quiet" icon="up" aria-label={words.viewPrevious} onClick={() => step(-1)}>
          <kbd>k</kbd>
        </Button>
        <Button class="quiet" icon="down" aria-label={words.viewNext} onClick={() => step(1)}>
          <kbd>j</kbd>
        </Button>
      </div>
      <div class="scroll" ref={frame} tabIndex={0} role="region" aria-label={words.viewText}>
        <DiffView rows={rows} look={look} />
      </div>
    </>
  )
}

/** Goes from change to change, also with the keys j and k. */
function useSteps(frame: { readonly current: HTMLElement | null }) {
  const index = useRef(-1)
  const step = (by: number) => {
    const rows = [...(frame.current?.querySelectorAll<HTMLElement>('[data-change]') ?? [])]
    const starts = rows.filter((row) => !row.previousElementSibling?.hasAttribute('data-change'))
    if (starts.length === 0) return
    index.current = (index.current + by + starts.length) % starts.length
    for (const row of rows) row.classList.remove('here')
    const chosen = starts[index.current]
    chosen?.classList.add('here')
    chosen?.scrollIntoView({ block: 'nearest' })
  }
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key === 'j') step(1)
      if (event.key === 'k') step(-1)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return step
}
