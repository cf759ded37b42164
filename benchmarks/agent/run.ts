/**
 * Share of questions that the agent answers, with its cost. For people with a language model: the settings are those of the service
 * (WEIR_LLM_PROVIDER, WEIR_LLM_MODEL, WEIR_LLM_URL, WEIR_LLM_KEY, search providers). The file has one JSON object per line:
 * {"question": "…", "answer": "…", "urls": ["…"]}. An answer counts if it contains the expected words. Baseline: the same model is
 * asked without pages.
 * node benchmarks/agent/run.ts QUESTIONS.jsonl [--effort low]
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { composeLlm } from '#llm/compose.ts'
import { readConfig } from '#config.ts'
import { newId } from '#kernel/ids.ts'
import { agentRuns } from '#test/fixtures/agent-runs.ts'
import { silentLog } from '#test/fixtures/silent-log.ts'
import { startService } from '#test/service.ts'

const Question = z.object({
  question: z.string().min(1),
  answer: z.string().min(1),
  urls: z.array(z.string()).optional(),
})

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { effort: { type: 'string', default: 'medium' } },
})
const [file] = positionals
if (file === undefined) throw new Error('Name the file of the questions.')
const questions = readFileSync(file, 'utf8')
  .split('\n')
  .filter((line) => line.trim() !== '')
  .map((line) => Question.parse(JSON.parse(line)))

const env = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => name.startsWith('WEIR_')),
) as Record<string, string>
await using service = await startService({
  env: { WEIR_SEARCH: 'web', WEIR_AGENT_FREE_RUNS_PER_DAY: '0', ...env },
})
await using stack = new AsyncDisposableStack()
const llm = composeLlm(readConfig(env), { log: silentLog }, stack)
if (!llm) throw new Error('Set WEIR_LLM_PROVIDER and WEIR_LLM_MODEL.')
const runs = agentRuns(service)

const words = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
const isRight = (given: string, wanted: string) =>
  ` ${words(given)} `.includes(` ${words(wanted)} `)

async function alone(question: string): Promise<string> {
  const asked = { instructions: 'Answer the question in a few words.', texts: [question] }
  const caller = { teamId: newId(), signal: AbortSignal.timeout(120_000) }
  const outcome = await llm?.model.askText(asked, caller)
  return outcome?.state === 'answered' ? outcome.value : ''
}

let [right, rightAlone, credits] = [0, 0, 0]
for (const { question, answer, urls } of questions) {
  const ended = await runs.run({ prompt: question, effort: values.effort, ...(urls && { urls }) })
  const given = String(ended.data?.answer ?? '')
  const isAnswered = isRight(given, answer)
  if (isAnswered) right += 1
  if (isRight(await alone(question), answer)) rightAlone += 1
  credits += Number(ended.creditsUsed)
  console.log(`${isAnswered ? 'right' : 'wrong'}  ${question}  ${ended.error ?? given}`)
}
console.log(
  `${right} of ${questions.length} questions answered, ${(credits / questions.length).toFixed(1)} credits each; the model alone: ${rightAlone}`,
)
