import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Failure, Loading } from './card.tsx'
import * as words from '../words/en/shell.ts'

/** A component that is loaded when it is first shown. */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined
  return function Later(props: Props) {
    const [Part, setPart] = useState(() => loaded)
    const [hasFailed, setFailed] = useState(false)
    useEffect(() => {
      if (loaded) return
      load().then(
        (part) => {
          loaded = part
          return setPart(() => part)
        },
        () => setFailed(true),
      )
    }, [])
    if (hasFailed) return <Failure>{words.failureChunk}</Failure>
    return Part ? <Part {...props} /> : <Loading />
  }
}
