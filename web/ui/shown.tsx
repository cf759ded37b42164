import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { formatNumber } from '../format.ts'
import { Button } from './button.tsx'
import { fill } from '../words/fill.ts'
import * as words from '../words/en/shell.ts'

/** How much of something long is shown, first `step`, and the button that shows as much again; null when all is shown. */
export function useShown(length: number, step: number): [number, ComponentChildren] {
  const [shown, setShown] = useState(step)
  const left = length - shown
  if (left <= 0) return [length, null]
  return [
    shown,
    <Button class="small" onClick={() => setShown(shown + step)}>
      {fill(words.listLeft, { left: formatNumber(left) })}
    </Button>,
  ]
}
