import { ServiceError } from '#kernel/errors.ts'
import type { Action } from './action.ts'

/** Why an action cannot be completed; `runActions` adds which action it was. */
export class ActionError extends Error {
  override name = 'ActionError'
  readonly reason: FailureReason

  constructor(reason: FailureReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

type FailureReason =
  | 'ELEMENT_NOT_FOUND'
  | 'INVALID_SELECTOR'
  | 'UNKNOWN_KEY'
  | 'SCRIPT_FAILED'
  | 'RESULT_TOO_LARGE'
  | 'TIMED_OUT'
  | 'BROWSER_FAILED'

/** The error for the caller: index, type and selector of the action, and the reason. */
export function actionError(thrown: unknown, action: Action, index: number): ServiceError {
  const { reason, message } = asFailure(thrown)
  const selector =
    'selector' in action && action.selector !== undefined ? action.selector : undefined
  const step = `step ${index + 1}, ${action.type}${selector === undefined ? '' : ` "${selector}"`}`
  const text = `Action(s) failed to complete. Error code: ${reason} (${step}): ${message}`
  const details = [{ code: 'custom', path: ['actions', index], message }]
  return new ServiceError('SCRAPE_ACTION_ERROR', text, { cause: thrown, details })
}

function asFailure(thrown: unknown): ActionError {
  if (thrown instanceof ActionError) return thrown
  if (thrown instanceof ServiceError) return new ActionError('BROWSER_FAILED', thrown.message)
  const text = thrown instanceof Error ? thrown.message : String(thrown)
  if (/while parsing (css )?selector|is not a valid selector/i.test(text)) {
    return new ActionError('INVALID_SELECTOR', 'This is not a valid CSS selector.')
  }
  const key = /Unknown key: "(.{0,80})"/s.exec(text)?.[1]
  if (key !== undefined) {
    const message = `There is no key "${key}". Write a name such as Enter, Tab or ArrowDown, or a character.`
    return new ActionError('UNKNOWN_KEY', message)
  }
  return new ActionError('BROWSER_FAILED', 'The browser could not perform this action.')
}
