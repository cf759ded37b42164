import { useState } from 'preact/hooks'
import { send } from '../api.ts'
import { useAction } from '../ui/action.tsx'
import { Button } from '../ui/button.tsx'
import { Switcher } from '../ui/choices.tsx'
import { fill } from '../words/fill.ts'
import * as words from '../words/en/session.ts'
import * as terms from '../words/en/terms.ts'
import * as untranslated from '../words/untranslated.ts'
import type * as contract from '../../src/features/interact/contract.ts'
import type { z } from 'zod'

type Execution = z.output<typeof contract.ExecuteReply>

const kinds = {
  node: untranslated.languageNode,
  python: untranslated.languagePython,
  bash: untranslated.languageBash,
  prompt: words.languagePrompt,
}
type Kind = keyof typeof kinds

const examples: Readonly<Record<Kind, string>> = {
  node: "await page.goto('https://example.com')\nawait page.title()",
  python: 'await page.goto("https://example.com")\nawait page.title()',
  bash: 'agent-browser open example.com\nagent-browser snapshot -i',
  prompt: words.promptExample,
}

/** A program or a prompt for the browser of a session, and what came of the last one. */
export function SessionRun({ path }: { path: string }) {
  const [kind, setKind] = useState<Kind>('node')
  const [text, setText] = useState('')
  const [execution, setExecution] = useState<Execution>()
  const { run, isBusy, notice } = useAction()
  const start = () =>
    void run(async () => {
      setExecution(undefined)
      const work = kind === 'prompt' ? { prompt: text } : { code: text, language: kind }
      setExecution(await send<Execution>('POST', `${path}/execute`, work))
    })
  const isReady = text.trim() !== '' && !isBusy
  return (
    <section class="card run" aria-label={words.runLabel}>
      <Switcher label={terms.fieldLanguage} choices={kinds} value={kind} onChoose={setKind} />
      <textarea
        aria-label={kind === 'prompt' ? words.languagePrompt : words.programLabel}
        class={kind === 'prompt' ? undefined : 'mono'}
        rows={8}
        maxLength={kind === 'prompt' ? 10_000 : 100_000}
        spellcheck={kind === 'prompt'}
        placeholder={examples[kind]}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          if (isReady) start()
        }}
      />
      <div class="toolbar">
        <p class="hint grow">{kind === 'prompt' ? words.promptHint : words.programHint}</p>
        <Button class="primary" icon="play" disabled={!isReady} onClick={start}>
          {isBusy ? terms.endNotYet : terms.actionRun}
        </Button>
      </div>
      {notice}
      {execution && <Outcome execution={execution} />}
    </section>
  )
}

function Outcome({ execution }: { execution: Execution }) {
  const { stdout, result, stderr, exitCode, killed, error, output } = execution
  const hasFailed = exitCode !== 0 || killed
  const parts = [
    [terms.thingAnswer, output],
    // Without a value of its own, the result repeats the output.
    [terms.thingResult, output === undefined && result !== stdout.trimEnd() ? result : ''],
    [words.outcomeOutput, stdout],
    [words.outcomeErrors, hasFailed ? error : stderr],
  ] as const
  return (
    <div class="stack" role="status">
      <span class={`badge ${hasFailed ? 'bad' : 'good'}`}>
        {hasFailed ? fill(words.outcomeExitCode, { exitCode }) : 'done'}
      </span>
      {parts.map(
        ([title, text]) =>
          text && (
            <div key={title}>
              <h3>{title}</h3>
              <pre tabIndex={0} aria-label={title}>
                {text}
              </pre>
            </div>
          ),
      )}
    </div>
  )
}
