import { useState } from 'preact/hooks'
import { Code } from '../ui/code.tsx'
import { Tabs } from '../ui/tabs.tsx'
import type { Choice } from './operations.ts'
import type { Built } from './playground-request.ts'
import { sampleNames, samples, type SampleName } from './samples.ts'
import { fill } from '../words/fill.ts'
import * as answerWords from '../words/en/answers.ts'
import * as terms from '../words/en/terms.ts'

/** The request as programs send it. */
export function Samples(props: { choice: Choice; request: Built }) {
  const { choice, request } = props
  const [name, setName] = useState<SampleName>('curl')
  const made = sampleNames.flatMap((one) => {
    const sample = samples[one](choice, request)
    return sample ? [{ name: one, ...sample }] : []
  })
  const current = made.find((one) => one.name === name) ?? made[0]
  return (
    <div class="samples">
      {current && (
        <Tabs
          label={terms.fieldLanguage}
          look="segments"
          tabs={made.map((one) => ({ name: one.name, label: one.name }))}
          current={current.name}
          onChange={setName}
        >
          <Code
            text={current.text}
            language={current.language}
            label={fill(answerWords.samplesSample, { name: current.name })}
            hasCopy
          />
        </Tabs>
      )}
    </div>
  )
}
