import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { IconButton } from './button.tsx'
import * as terms from '../words/en/terms.ts'

/** A dialog that is open as long as it is rendered. Escape and the button close it. */
export function Dialog(props: {
  title: string
  look?: 'wide'
  onClose: () => void
  children: ComponentChildren
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      class={`dialog ${props.look ?? ''}`}
      ref={dialog}
      aria-label={props.title}
      onClose={() => props.onClose()}
    >
      <header>
        <h2>{props.title}</h2>
        <IconButton
          icon="cross"
          label={terms.actionClose}
          size={16}
          onClick={() => dialog.current?.close()}
        />
      </header>
      {props.children}
    </dialog>
  )
}
