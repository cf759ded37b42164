import { findEncoding } from '#content/bytes/charset.ts'
import type { OpenedPage } from './browsers.ts'
import { readResponse } from './read-response.ts'
import type { RenderRequest } from './rendering.ts'

export const htmlType = /^\s*(text\/html|application\/xhtml\+xml)\b/i

/**
 * Loads a page again and tells the browser the encoding that its bytes have, where they contradict what is declared: browsers believe the
 * declaration. Returns warnings for the caller.
 */
export async function correctEncoding(
  { page, requests }: Pick<OpenedPage, 'page' | 'requests'>,
  { bodyBytesMax }: Pick<RenderRequest, 'bodyBytesMax'>,
): Promise<readonly string[]> {
  const found = new Set<string>()
  let failure: unknown
  const replace = async (response: Parameters<typeof readResponse>[0]) => {
    const { body, headers } = await readResponse(response, { bodyBytesMax, cutsBody: false })
    const { encoding, warnings } = findEncoding(body, 'html', headers['content-type'])
    for (const warning of warnings) found.add(warning)
    return { body, contentType: `text/html; charset=${encoding}` }
  }
  await requests.takeDocuments((response) =>
    htmlType.test(response.headers['content-type'] ?? '')
      ? replace(response).catch((error: unknown) => {
          failure = error
          throw error
        })
      : undefined,
  )
  try {
    await page.reload({ waitUntil: 'commit', timeout: 0 })
  } catch (error) {
    throw failure ?? error
  }
  return [...found]
}
