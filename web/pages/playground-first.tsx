import { useState } from 'preact/hooks'
import { readMessage } from '../api.ts'
import { Failure } from '../ui/card.tsx'
import type { Choice } from './operations.ts'
import { examples } from './playground-examples.ts'
import type { Built } from './playground-request.ts'
import { Samples } from './playground-samples.tsx'
import type { Remembered } from './request-history.ts'
import * as words from '../words/en/playground.ts'

/** Before the first request: examples, and the request as code. */
export function First(props: {
  choice: Choice
  request: Built
  isAllowed: boolean
  onTry: (example: Remembered) => void
}) {
  const { choice, request, isAllowed, onTry } = props
  const [failure, setFailure] = useState<string>()
  return (
    <div class="first">
      <h2>{words.emptyTitle}</h2>
      <p>{words.emptyText}</p>
      {failure !== undefined && <Failure>{failure}</Failure>}
      {isAllowed && (
        <ul class="examples" aria-label={words.exampleTitle}>
          {examples.map(({ title, text, request: make }) => (
            <li key={title}>
              <button
                type="button"
                onClick={() => {
                  make().then(onTry, (thrown: unknown) => setFailure(readMessage(thrown)))
                }}
              >
                <b>{title}</b>
                <span>{text}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <Samples choice={choice} request={request} />
    </div>
  )
}
