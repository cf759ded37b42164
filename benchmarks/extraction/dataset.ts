import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

/** Page types of the data set. */
export const pageTypes = [
  'article',
  'service',
  'forum',
  'collection',
  'product',
  'listing',
  'documentation',
] as const
export type PageType = (typeof pageTypes)[number]

/** Metadata of the ground truth; empty strings where it is unknown. */
export interface AboutTruth {
  readonly title: string
  readonly author: string
  /** As `2026-05-03`. */
  readonly date: string
}

/** A real page and its labelled main content. */
export interface LabelledPage {
  readonly id: string
  readonly url: string
  readonly type: PageType
  readonly truth: string
  readonly about: AboutTruth
  /** Boilerplate texts that must not be in the result. */
  readonly without: readonly string[]
  readonly html: () => string
}

interface GroundTruth {
  readonly url?: string | null
  readonly _internal: { readonly page_type: { readonly primary: string } }
  readonly ground_truth: {
    readonly main_content?: string
    readonly without?: readonly string[]
    readonly title?: string | null
    readonly author?: string | null
    readonly publish_date?: string | null
  }
}

/** Reads the labels of a data folder (`html/NNNN.html.gz`, `ground-truth/NNNN.json`); pages are decompressed on request. */
export function readDataset(folder: string): LabelledPage[] {
  const files = readdirSync(join(folder, 'ground-truth')).filter((name) => name.endsWith('.json'))
  return files.toSorted().map((file) => {
    const id = file.replace('.json', '')
    const truth = JSON.parse(
      readFileSync(join(folder, 'ground-truth', file), 'utf8'),
    ) as GroundTruth
    return {
      id,
      url: truth.url ?? '',
      type: toPageType(truth['_internal'].page_type.primary),
      truth: truth.ground_truth.main_content ?? '',
      about: {
        title: truth.ground_truth.title ?? '',
        author: truth.ground_truth.author ?? '',
        date: truth.ground_truth.publish_date ?? '',
      },
      without: truth.ground_truth.without ?? [],
      html: () => gunzipSync(readFileSync(join(folder, 'html', `${id}.html.gz`))).toString('utf8'),
    }
  })
}

function toPageType(name: string): PageType {
  const type = name === 'category' ? 'collection' : name
  const known = pageTypes.find((candidate) => candidate === type)
  if (!known) throw new Error(`The data set has no page type called ${name}.`)
  return known
}
