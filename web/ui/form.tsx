import type { ComponentChildren, LooseInputHTMLAttributes } from 'preact'

/** Entries of a form by name; boxes that are not checked are missing. */
export type Fields = Readonly<Record<string, string>>

export interface FormProps {
  /** `stack` unless given. */
  class?: string
  onSubmit: (fields: Fields, form: HTMLFormElement) => unknown
  children: ComponentChildren
}

/** A form that gives its fields to `onSubmit` instead of loading a page. */
export function Form({ onSubmit, ...props }: FormProps) {
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    // Dialogs with forms of their own are within the form that opens them.
    event.stopPropagation()
    const form = event.target as HTMLFormElement
    void onSubmit(Object.fromEntries(new FormData(form)) as Fields, form)
  }
  return <form class="stack" {...props} onSubmit={submit} />
}

/** An input for one text, with its button beside it. */
export function TextForm(props: {
  /** Also the text of the empty input, unless `input` has another. */
  label: string
  submit: string
  look?: 'small'
  isBusy: boolean
  /** Other attributes of the input. */
  input?: LooseInputHTMLAttributes
  onText: (text: string, form: HTMLFormElement) => unknown
}) {
  const { label, submit, look = '', isBusy, input, onText } = props
  return (
    <Form class="toolbar" onSubmit={({ text = '' }, form) => onText(text, form)}>
      <input
        name="text"
        aria-label={label}
        placeholder={label}
        required
        maxLength={100}
        {...(input as object)}
      />
      <Button type="submit" class={look} disabled={isBusy}>
        {submit}
      </Button>
    </Form>
  )
}
import { Button } from './button.tsx'
