import { InvalidArgumentError } from 'commander'

/** An action in the browser in API form; the API validates it. */
export type ShownStep = Readonly<Record<string, unknown>> & { readonly type: string }

/** Short forms by name; each gets the text after the colon. */
const shortForms: Readonly<Record<string, (rest: string) => ShownStep>> = {
  wait: (rest) =>
    /^\d+$/.test(rest)
      ? { type: 'wait', milliseconds: Number(rest) }
      : { type: 'wait', selector: rest },
  click: (rest) => ({ type: 'click', selector: rest }),
  write: (rest) => ({ type: 'write', text: rest }),
  press: (rest) => ({ type: 'press', key: rest }),
  scroll: (rest) => ({ type: 'scroll', ...(rest !== '' && { direction: rest }) }),
  screenshot: (rest) => ({ type: 'screenshot', fullPage: rest === 'full' }),
  scrape: () => ({ type: 'scrape' }),
  js: (rest) => ({ type: 'executeJavascript', script: rest }),
  pdf: () => ({ type: 'pdf' }),
}

const howToWrite = `Write it as JSON, or as one of ${Object.keys(shortForms).join(', ')} with what it takes after a colon: click:#more, wait:1500.`

/** Parses `click:#more`, or JSON: one action or a list. */
export function steps(value: string, before: readonly ShownStep[] = []): readonly ShownStep[] {
  if (/^\s*[[{]/.test(value)) return [...before, ...fromJson(value)]
  const at = value.indexOf(':')
  const name = at < 0 ? value : value.slice(0, at)
  const form = Object.hasOwn(shortForms, name) ? shortForms[name] : undefined
  if (!form) throw new InvalidArgumentError(howToWrite)
  return [...before, form(at < 0 ? '' : value.slice(at + 1))]
}

function fromJson(text: string): readonly ShownStep[] {
  try {
    return [JSON.parse(text) as ShownStep | ShownStep[]].flat()
  } catch {
    throw new InvalidArgumentError(`It is not valid JSON. ${howToWrite}`)
  }
}
