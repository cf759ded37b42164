import { z } from 'zod'
import { accountsSecrets, accountsSettings } from '#config/accounts.ts'
import { agentSettings } from '#config/agent.ts'
import { browserSecrets, browserSettings } from '#config/browser.ts'
import { clientSecrets, clientSettings } from '#config/client.ts'
import { contentSettings } from '#config/content.ts'
import { deliverySecrets, deliverySettings } from '#config/delivery.ts'
import { fetchSettings } from '#config/fetch.ts'
import { httpSettings } from '#config/http.ts'
import { interactSettings } from '#config/interact.ts'
import { jobsSettings } from '#config/jobs.ts'
import { llmSecrets, llmSettings } from '#config/llm.ts'
import { mcpSettings } from '#config/mcp.ts'
import { mediaSettings } from '#config/media.ts'
import { netSecrets, netSettings } from '#config/net.ts'
import { providersSettings } from '#config/providers.ts'
import { safetySettings } from '#config/safety.ts'
import { searchSecrets, searchSettings } from '#config/search.ts'
import { serviceSecrets, serviceSettings } from '#config/service.ts'
import { storageSecrets, storageSettings } from '#config/storage.ts'
import { threatSecrets, threatSettings } from '#config/threat.ts'
import type { Setting, Settings, ValuesOf } from '#config/setting.ts'
import { nearestName } from '#kernel/nearest-name.ts'
import { withoutUndefined } from '#kernel/without-undefined.ts'

/** The settings of each module, in the order of docs/configuration.md. */
const groups = {
  service: serviceSettings,
  http: httpSettings,
  storage: storageSettings,
  accounts: accountsSettings,
  net: netSettings,
  fetch: fetchSettings,
  browser: browserSettings,
  content: contentSettings,
  media: mediaSettings,
  interact: interactSettings,
  llm: llmSettings,
  safety: safetySettings,
  threat: threatSettings,
  agent: agentSettings,
  jobs: jobsSettings,
  delivery: deliverySettings,
  search: searchSettings,
  mcp: mcpSettings,
  providers: providersSettings,
  client: clientSettings,
} satisfies Record<string, Settings>

/** Settings that grant access, or are URLs that may contain passwords. */
const secrets = {
  ...serviceSecrets,
  ...storageSecrets,
  ...accountsSecrets,
  ...netSecrets,
  ...browserSecrets,
  ...llmSecrets,
  ...threatSecrets,
  ...deliverySecrets,
  ...searchSecrets,
  ...clientSecrets,
} satisfies Settings

const all = (...parts: Settings[]): Setting[] => parts.flatMap((part) => Object.values(part))

/** All settings by module, for the documentation. */
export const settingsByModule: Readonly<Record<string, readonly Setting[]>> = {
  service: all(serviceSettings, serviceSecrets),
  http: all(httpSettings),
  storage: all(storageSettings, storageSecrets),
  accounts: all(accountsSecrets, accountsSettings),
  net: all(netSettings, netSecrets),
  fetch: all(fetchSettings),
  browser: all(browserSettings, browserSecrets),
  content: all(contentSettings),
  media: all(mediaSettings),
  interact: all(interactSettings),
  llm: all(llmSettings, llmSecrets),
  safety: all(safetySettings),
  threat: all(threatSettings, threatSecrets),
  agent: all(agentSettings),
  jobs: all(jobsSettings),
  delivery: all(deliverySettings, deliverySecrets),
  search: all(searchSettings, searchSecrets),
  mcp: all(mcpSettings),
  providers: all(providersSettings),
  client: all(clientSettings, clientSecrets),
}

const allSettings = Object.values(settingsByModule).flat()
const schema = z.object(
  Object.fromEntries(allSettings.map((setting) => [setting.variable, setting.schema])),
)

type Groups = typeof groups
type Secrets = typeof secrets
type Variable =
  | { [Module in keyof Groups]: Groups[Module][keyof Groups[Module]] }[keyof Groups]
  | Secrets[keyof Secrets]

/** Checked settings. `secrets` and its members are not enumerable, so that logging or serialising a config omits them. */
export type Config = { readonly [Module in keyof Groups]: ValuesOf<Groups[Module]> } & {
  readonly secrets: ValuesOf<Secrets>
}

/**
 * Reads and validates the settings of an environment; `options` of the command line take precedence. No other module reads settings. Throws
 * one readable message that names every invalid setting without its value.
 */
export function readConfig(
  env: NodeJS.ProcessEnv,
  options: { readonly [Name in Variable['variable']]?: string | undefined } = {},
): Config {
  const given: Record<string, string | undefined> = { ...env, ...withoutUndefined(options) }
  const known = Object.fromEntries(
    allSettings.flatMap(({ variable }) => (given[variable] ? [[variable, given[variable]]] : [])),
  )
  const result = schema.safeParse(known, { error: inWords })
  if (result.success) return toConfig(result.data)
  const lines = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
  const wayOut =
    'Correct the environment, the option or the file .env; docs/configuration.md lists all settings.'
  throw new Error(`The configuration is not valid:\n${lines.join('\n')}\n${wayOut}`)
}

function toConfig(values: Readonly<Record<string, unknown>>): Config {
  const listValues = (group: Settings) =>
    Object.entries(group).map(([name, { variable }]) => [name, values[variable]] as const)
  const modules = Object.entries(groups).map(([module, group]) => [
    module,
    Object.fromEntries(listValues(group)),
  ])
  const hidden: object = {}
  for (const [name, value] of listValues(secrets)) Object.defineProperty(hidden, name, { value })
  const config: object = Object.fromEntries(modules)
  return Object.defineProperty(config, 'secrets', { value: hidden }) as Config
}

/** Describes what is wrong with a value, without the value. */
function inWords(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_type' && issue.expected === 'number') return 'must be a whole number'
  if (issue.code === 'invalid_type' && issue.expected === 'int') return 'must be a whole number'
  if (issue.code === 'too_small') return `must be at least ${issue.minimum}`
  if (issue.code === 'too_big') return `must be at most ${issue.maximum}`
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`
  if (issue.code === 'invalid_format' && issue.format === 'url') {
    return 'must be a URL that begins with http:// or https://'
  }
  return undefined
}

/** The settings with their values, for operators; of secrets only whether they are set. */
export function describeSettings(config: Config) {
  return [
    ...Object.entries(groups).map(([module, group]) => ({
      module,
      settings: described(group, { values: config[module as keyof Groups], isSecret: false }),
    })),
    { module: 'secrets', settings: described(secrets, { values: config.secrets, isSecret: true }) },
  ]
}

function described(
  group: Settings,
  {
    values,
    isSecret,
  }: { readonly values: Readonly<Record<string, unknown>>; readonly isSecret: boolean },
) {
  return Object.entries(group).map(([name, { variable, schema }]) => {
    const value = values[name]
    const isSet = value !== undefined && !(Array.isArray(value) && value.length === 0)
    const text = isSecret ? '' : String(value)
    return { variable, meaning: schema.description ?? '', value: isSet ? text : null, isSecret }
  })
}

/** Variables that look like settings but are unknown, each with the most similar setting. */
export function unknownSettings(
  env: NodeJS.ProcessEnv,
): { readonly name: string; readonly nearest: string | undefined }[] {
  const known = allSettings.map(({ variable }) => variable)
  return Object.keys(env)
    .filter((name) => name.startsWith('WEIR_') && !known.includes(name))
    .map((name) => ({ name, nearest: nearestName(name, known) }))
}
