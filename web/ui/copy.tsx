import { useState } from 'preact/hooks'
import { Button } from './button.tsx'
import * as words from '../words/en/shell.ts'

const shownMs = 1_500

/** Copies a text. On an unencrypted connection browsers have no clipboard for pages; there the text is selected instead. */
export function CopyButton({ text, label = words.copyButton }: { text: string; label?: string }) {
  const [isCopied, setCopied] = useState(false)
  const copy = async (button: HTMLElement) => {
    if (!isSecureContext) return selectNear(button)
    await navigator.clipboard.writeText(text)
    setCopied(true)
    setTimeout(() => setCopied(false), shownMs)
  }
  return (
    <Button
      class="quiet copy"
      icon={isCopied ? 'check' : 'copy'}
      onClick={(event) => void copy(event.currentTarget)}
    >
      <span aria-live="polite">{isCopied ? words.copyDone : label}</span>
    </Button>
  )
}

function selectNear(button: HTMLElement): void {
  const text = button
    .closest('.code, .secret, .command, .with-copy, .answer, .chosen')
    ?.querySelector('code, input')
  if (text instanceof HTMLInputElement) text.select()
  else if (text) getSelection()?.selectAllChildren(text)
}
