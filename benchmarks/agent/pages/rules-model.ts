import { call } from '#test/fixtures/agent-runs.ts'
import type { ModelRequest } from '#test/fixtures/model-protocols.ts'
import type { Hands } from '#test/fixtures/observed-pages.ts'
import type { Step } from '#test/scripted-model.ts'

/** Uses a page to reach a goal; sees what a model would see. */
export type Solve = (hands: Hands, goal: string) => Promise<void>

interface RulesOptions {
  readonly url: string
  readonly solve: Solve
  /** Looks at all that the page has, instead of what works and its headings. */
  readonly looksAtAll: boolean
}

/** Rules as the model of a reader: each of their steps is the reply to a request, and its result comes with the next one. */
export function startRules({ url, solve, looksAtAll }: RulesOptions) {
  let step = Promise.withResolvers<Step>()
  let result = Promise.withResolvers<string>()
  async function use(wanted: Step): Promise<string> {
    result = Promise.withResolvers()
    step.resolve(wanted)
    return result.promise
  }
  async function play(): Promise<void> {
    const opened = await use(call('open', { url }))
    const [, goal = ''] = /^Page: (.*) <http/m.exec(opened) ?? []
    let text = opened
    const hands: Hands = {
      text: () => text,
      look: async () => (text = await use(call('look', { ...(looksAtAll && { all: true }) }))),
      act: async (action, element, of) => {
        const input = {
          action,
          ...(element !== '' && { element }),
          ...(of !== undefined && { text: of }),
        }
        await use(call('act', input))
      },
    }
    await solve(hands, goal).catch(() => {})
    await use(call('report', { text: 'Done.' }))
  }
  void play()
  return async function answer({ results }: ModelRequest): Promise<Step> {
    const last = results.at(-1)
    if (last !== undefined) {
      step = Promise.withResolvers()
      result.resolve(last)
    }
    return step.promise
  }
}
