import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { HttpProviderSettings } from './http-provider.ts'

const ProvidersFile = z.strictObject({
  providers: z.array(HttpProviderSettings).max(256).default([]),
  /** Domains that are not scraped and have no provider. */
  unsupportedSites: z
    .array(z.string().regex(/^[a-z\d.-]{1,253}$/))
    .max(10_000)
    .default([]),
})
export type ProvidersFile = z.output<typeof ProvidersFile>

/** Reads the file of the operator that describes providers. Throws a sentence that names what is wrong in it. */
export function readProviders(path: string | undefined): ProvidersFile {
  if (path === undefined) return { providers: [], unsupportedSites: [] }
  const result = ProvidersFile.safeParse(readJson(path))
  if (!result.success) {
    const lines = result.error.issues.map(
      ({ path: at, message }) => `  ${at.join('.')}: ${message}`,
    )
    throw new Error(`The file of WEIR_PROVIDERS_FILE is not valid:\n${lines.join('\n')}`)
  }
  const ids = result.data.providers.map(({ id }) => id)
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  if (twice === undefined) return result.data
  throw new Error(`The file of WEIR_PROVIDERS_FILE has two providers with the id ${twice}.`)
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`The file of WEIR_PROVIDERS_FILE cannot be read: ${reason}`, { cause })
  }
}
