import { z } from 'zod'
import { ActionRefusedError, PageAction, type PageObserver } from './page-observer.ts'

/** A tool that a language model can call. */
export interface BrowserTool {
  readonly name: string
  readonly description: string
  readonly input: z.ZodType
  /** Actions that fail are results too. `short` is what remains of the result when a conversation grows long. */
  run(input: unknown): Promise<{ readonly text: string; readonly short: string }>
}

const Open = z.object({ url: z.string().max(4_096) })
const Look = z.object({
  all: z.boolean().optional().meta({ description: 'Also texts that are no controls.' }),
  from: z.int().min(0).max(100_000).optional().meta({ description: 'Line to continue from.' }),
})
const Link = z.object({ element: z.string().max(20) })

/** The tools of a model that uses a browser. Calls that arrive together run one after another. */
export function browserTools(observer: PageObserver): BrowserTool[] {
  let previous: Promise<unknown> = Promise.resolve()
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const running = previous.then(work)
    previous = running.catch(() => {})
    return running
  }
  const tool = <Schema extends z.ZodType>(
    name: string,
    { description, input, run }: Definition<Schema>,
  ): BrowserTool => ({
    name,
    description,
    input,
    run: (given) => inTurn(() => makeResult(() => run(input.parse(given)))),
  })
  return [
    tool('open', {
      description: 'Opens a URL in the browser and describes the page.',
      input: Open,
      run: ({ url }) => observer.open(url),
    }),
    tool('look', {
      description:
        'Describes the page: headings and, with their numbers, all elements that can be used. Numbers are valid until the page changes.',
      input: Look,
      run: ({ all, from }) =>
        observer.look({
          ...(all !== undefined && { detail: all ? 'all' : 'controls' }),
          ...(from !== undefined && { from }),
        }),
    }),
    tool('act', {
      description:
        'Uses an element of the page by its number, presses a key, scrolls, goes back or waits two seconds. Returns what has changed.',
      input: PageAction,
      run: (action) => observer.act(action),
    }),
    tool('link', {
      description: 'Returns the URL of a link.',
      input: Link,
      run: async ({ element }) => observer.findLink(element) ?? `${element} is not a link.`,
    }),
  ]
}

interface Definition<Schema extends z.ZodType> {
  readonly description: string
  readonly input: Schema
  readonly run: (input: z.output<Schema>) => Promise<string>
}

/** `run` may throw before it returns a promise. */
async function makeResult(run: () => Promise<string>) {
  const text = await Promise.try(run).catch((thrown: unknown) => {
    if (thrown instanceof ActionRefusedError) return thrown.message
    throw thrown
  })
  const [short = ''] = text.split('\n', 1)
  return { text, short }
}
