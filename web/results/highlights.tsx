import { useState } from 'preact/hooks'
import { MarkedText } from './marked-text.tsx'
import * as words from '../words/en/results.ts'

/** Excerpts of a page, and where they stand on it. */
export function Highlights({ text, page }: { text: string; page: string | undefined }) {
  const [chosen, setChosen] = useState<number>()
  const pieces = text.split('\n\n').filter((piece) => piece.trim() !== '')
  const marks = pieces.flatMap((piece, index) =>
    piece.split('\n').map((line) => ({ number: index + 1, text: line })),
  )
  return (
    <div class={`values${page === undefined ? '' : ' with-page'}`}>
      <ol class="excerpts">
        {pieces.map((piece, index) => (
          <li key={index}>
            <button type="button" class="mark" onClick={() => setChosen(index + 1)}>
              {index + 1}
            </button>
            <blockquote>{piece}</blockquote>
          </li>
        ))}
      </ol>
      {page !== undefined && (
        <MarkedText
          text={page}
          marks={marks}
          chosen={chosen}
          label={words.valuesPage}
          onChoose={setChosen}
        />
      )}
    </div>
  )
}
