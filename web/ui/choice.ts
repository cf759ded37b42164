import { useState } from 'preact/hooks'
import type { Action } from './action.tsx'

/**
 * The value of a control that saves every change at once: the stored one, and the chosen one until `save` has ended. `save` ends when
 * the stored value has been read again; after a failure the control shows the stored value.
 */
export function useChoice<Value>(
  { run }: Pick<Action, 'run'>,
  stored: Value,
  save: (chosen: Value) => Promise<void>,
): { readonly value: Value; readonly choose: (chosen: Value) => void } {
  const [chosen, setChosen] = useState<{ readonly value: Value }>()
  return {
    value: chosen ? chosen.value : stored,
    choose: (value) => {
      setChosen({ value })
      void run(() => save(value)).finally(() => setChosen(undefined))
    },
  }
}
