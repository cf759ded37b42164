import { z } from 'zod'
import { makeJsonGet } from './json-request.ts'
import { readItems } from './read-items.ts'
import { readReply } from './read-json.ts'
import type { SearchProvider } from './provider.ts'

const Answer = z.object({ results: z.array(z.unknown()).max(1_000) })
const Result = z.object({
  title: z.string().nullish(),
  url: z.string(),
  foreign_landing_url: z.string(),
  width: z.number().nullish(),
  height: z.number().nullish(),
  license: z.string().nullish(),
  license_version: z.string().nullish(),
})

/** Openly licensed images; no key (https://api.openverse.org/v1/). */
export function openverse(): SearchProvider {
  return {
    name: 'openverse',
    sources: ['images'],
    supports: {
      operators: 'none',
      time: 'none',
      safe: true,
    },
    // Larger pages are cut to 20 without a key.
    limits: { perPage: { images: 20 }, pagesMax: 5, queryCharsMax: 200 },
    pace: { perMs: 3_000, perDay: 200 },
    isFree: true,
    request: ({ text, count, page, safe }) =>
      makeJsonGet('https://api.openverse.org/v1/images/', {
        q: text,
        page_size: String(count),
        page: String(page + 1),
        ...(safe === false && { mature: 'true' }),
      }),
    read: (answer) =>
      readItems(readReply(answer, Answer).results, Result, (item) => ({
        url: item.foreign_landing_url,
        title: item.title,
        text: item.license ? `License: ${item.license} ${item.license_version ?? ''}`.trim() : '',
        imageUrl: item.url,
        imageWidth: item.width,
        imageHeight: item.height,
      })),
  }
}
