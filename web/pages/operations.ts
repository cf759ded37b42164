import { get } from '../api.ts'
import { listFields, type Field, type OperationPart } from '../forms/schema.ts'
import type { IconName } from '../ui/icon.tsx'
import * as words from '../words/en/playground.ts'
import * as terms from '../words/en/terms.ts'

/** An operation of the API that the playground can run. */
export interface Choice {
  /** `post /v2/scrape`. */
  readonly key: string
  readonly operationId: string
  readonly label: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly group: string
}

interface Listed {
  readonly key: string
  readonly operationId: string
  readonly summary: string
  readonly group?: string
  readonly isDeprecated: boolean
}

interface Main {
  readonly label: string
  readonly icon: IconName
  /** The first thing that one fills in, and what stands beside it. */
  readonly lead: string
  readonly beside?: string
  /** Where its progress and result are shown, for operations that start something. */
  readonly starts?: 'job' | 'agent' | 'extract'
}

/** The ones that most people need; the rest is in a list. */
export const main: Readonly<Record<string, Main>> = {
  'post /v2/scrape': { label: words.operationScrape, icon: 'documents', lead: 'url' },
  'post /v2/crawl': {
    label: words.operationCrawl,
    icon: 'link',
    lead: 'url',
    beside: 'limit',
    starts: 'job',
  },
  'post /v2/map': { label: words.operationMap, icon: 'overview', lead: 'url', beside: 'limit' },
  'post /v2/search': {
    label: words.operationSearch,
    icon: 'search',
    lead: 'query',
    beside: 'limit',
  },
  'post /v2/parse': { label: words.operationParse, icon: 'upload', lead: 'file' },
  'post /v2/extract': {
    label: words.operationExtract,
    icon: 'spark',
    lead: 'urls',
    starts: 'extract',
  },
  'post /v2/batch/scrape': {
    label: words.operationBatch,
    icon: 'jobs',
    lead: 'urls',
    starts: 'job',
  },
  'post /v2/agent': {
    label: terms.pageAgent,
    icon: 'agent',
    lead: 'prompt',
    starts: 'agent',
  },
}

/** Groups of the others, named for people, by the tag of the API. */
const groupTexts: Readonly<Record<string, string>> = {
  Scrape: terms.thingPages,
  Batch: words.groupsJobs,
  Crawl: words.groupsJobs,
  Extract: words.groupsAgent,
  Agent: words.groupsAgent,
  Parse: terms.thingFiles,
  Search: terms.thingSearches,
  Monitor: terms.pageMonitors,
  Webhooks: words.groupsWebhooks,
  Team: words.groupsTeam,
  Browser: words.groupsBrowser,
  Feedback: words.groupsHelp,
  Support: words.groupsHelp,
}

/** Former names, parts that are not there, and steps that only programs take. */
const isForPrograms = ({ key, summary, isDeprecated }: Listed) =>
  isDeprecated ||
  // An older path, or a part that is not available.
  summary.endsWith(')') ||
  key.includes('/v2/parse/upload') ||
  key.includes('/v2/monitor/email') ||
  key.includes(' /feeds/')

let loaded: Promise<readonly Choice[]> | undefined

/** Loads the operations once; after a failure again. Operations that are the same under two paths are listed once. */
export const loadChoices = () =>
  (loaded ??= get<readonly Listed[]>('/console/openapi/index').then(
    (listed) => {
      const shown = listed.filter((one) => !isForPrograms(one)).map(toChoice)
      return [...Map.groupBy(shown, ({ label, group }) => `${group} ${label}`).values()].flatMap(
        ([first]) => (first ? [first] : []),
      )
    },
    (thrown: unknown) => {
      loaded = undefined
      throw thrown
    },
  ))

const toChoice = ({ key, operationId, summary, group = '' }: Listed): Choice => {
  const [method = '', path = ''] = key.split(' ')
  return {
    key,
    operationId,
    label: main[key]?.label ?? summary,
    method: method.toUpperCase() as Choice['method'],
    path,
    group: groupTexts[group.split(' ')[0] ?? ''] ?? words.operationOther,
  }
}

const parts = new Map<string, Promise<readonly Field[]>>()

/** Loads the fields of an operation once; after a failure again. */
export function loadFields({ operationId }: Choice): Promise<readonly Field[]> {
  const known = parts.get(operationId)
  if (known) return known
  const fields = get<OperationPart>(`/console/openapi/${operationId}`).then(
    listFields,
    (thrown: unknown) => {
      parts.delete(operationId)
      throw thrown
    },
  )
  parts.set(operationId, fields)
  return fields
}

export const mainChoices = (choices: readonly Choice[]) =>
  Object.keys(main).flatMap((key) => choices.filter((choice) => choice.key === key))

export const otherChoices = (choices: readonly Choice[]) =>
  Map.groupBy(
    choices.filter(({ key }) => !Object.hasOwn(main, key)),
    ({ group }) => group,
  )
