import { useState } from 'preact/hooks'
import { toText } from '../format.ts'
import { JsonTree } from '../ui/json-tree.tsx'
import { flatten } from './flatten.ts'
import { MarkedText, type Mark } from './marked-text.tsx'
import { Switcher } from '../ui/choices.tsx'
import { fill } from '../words/fill.ts'
import * as words from '../words/en/results.ts'
import * as terms from '../words/en/terms.ts'

export interface JsonSource {
  readonly path: string
  readonly madeBy: 'declared' | 'rules' | 'model'
  readonly text?: string
}

const sourceTexts = {
  declared: words.sourceDeclared,
  rules: words.sourceRules,
  model: words.sourceModel,
} as const
const sourceClasses = { declared: '', rules: 'good', model: 'info' } as const

const looks = { table: words.valuesTable, tree: words.valuesTree }

/** Values of JSON as a table and as a tree, with what they were read from, and where that stands on the page. */
export function Values(props: {
  json: unknown
  sources: readonly JsonSource[]
  /** Text of the page. */
  page: string | undefined
}) {
  const { json, sources, page } = props
  const [look, setLook] = useState<keyof typeof looks>('table')
  const [chosen, setChosen] = useState<number>()
  const leaves = flatten(json)
  const byPath = new Map(sources.map((source) => [source.path, source]))
  const marks: readonly Mark[] = leaves.flatMap(({ path }, index) => {
    const text = byPath.get(path)?.text
    return text === undefined ? [] : [{ number: index + 1, text }]
  })
  const found = leaves.filter(({ value }) => !isMissing(value)).length
  return (
    <div class={`values${page !== undefined && marks.length > 0 ? ' with-page' : ''}`}>
      <div>
        <div class="result-bar">
          <Switcher label={words.valuesLook} choices={looks} value={look} onChoose={setLook} />
          <span class="faint">{fill(words.valuesCount, { found, all: leaves.length })}</span>
        </div>
        {look === 'tree' ? (
          <div class="tree">
            <JsonTree value={json} />
          </div>
        ) : (
          <table class="value-table">
            <thead class="unseen">
              <tr>
                <th scope="col">{terms.thingNumber}</th>
                <th scope="col">{terms.thingField}</th>
                <th scope="col">{words.valuesValue}</th>
                <th scope="col">{words.valuesSource}</th>
              </tr>
            </thead>
            <tbody>
              {leaves.map(({ path, value }, index) => {
                const source = byPath.get(path)
                const number = index + 1
                return (
                  <tr key={path} class={chosen === number ? 'is-chosen' : ''}>
                    <td>
                      <button
                        type="button"
                        class="mark"
                        aria-label={`${terms.thingNumber} ${number}`}
                        onClick={() => setChosen(number)}
                      >
                        {number}
                      </button>
                    </td>
                    <td class="mono">{path}</td>
                    <td>
                      {isMissing(value) ? (
                        <span class="faint">{words.valuesNone}</span>
                      ) : (
                        <b>{toText(value)}</b>
                      )}
                      {source?.text !== undefined && source.text !== toText(value) && (
                        <small>“{source.text}”</small>
                      )}
                    </td>
                    <td class="right">
                      {source && (
                        <span class={`badge ${sourceClasses[source.madeBy]}`}>
                          {sourceTexts[source.madeBy]}
                        </span>
                      )}
                    </td>
                  </tr>
                )
              })}
            </tbody>
          </table>
        )}
        {sources.length > 0 && <p class="faint legend">{words.sourceLegend}</p>}
      </div>
      {page !== undefined && marks.length > 0 && (
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

const isMissing = (value: unknown) => value === null || value === undefined || value === ''
