import type { PicturePages } from '#reading/processes/create-read-document.ts'
import { consoleEndpoint } from '#http/console-endpoint.ts'
import { form, json, type Endpoint } from '#http/endpoint.ts'
import { startDeadline } from '#kernel/deadline.ts'
import { ServiceError } from '#kernel/errors.ts'
import { withData } from '#kernel/reply.ts'
import { PagePictures, PagePicturesRequest } from './console-contract.ts'

export interface ParseConsoleParts {
  readonly picturePages: PicturePages
}

const timeoutMs = 30_000

/**
 * What the console shows beside the Markdown of a PDF file: its pages as pictures. The console sends the file again, because the
 * service does not keep it, and nothing is stored or charged.
 */
export function parseConsoleRoutes({ picturePages }: ParseConsoleParts): Endpoint[] {
  return [
    consoleEndpoint({
      method: 'POST',
      path: '/console/api/page-pictures',
      role: 'member',
      body: form(PagePicturesRequest),
      reply: json(PagePictures),
      async handle({ body: pages, file, call }) {
        if (!file) throw new ServiceError('BAD_REQUEST', 'Send a form with a PDF file.')
        using deadline = startDeadline(timeoutMs, call.signal)
        const { path, key } = file
        const source = { kind: 'file', path, key } as const
        const { teamId } = call.account
        const drawn = await picturePages({ source, pages }, { teamId, signal: deadline.signal })
        const data = drawn.map(({ pageNumber, picture }) => ({
          pageNumber,
          picture: `data:image/webp;base64,${Buffer.from(picture).toString('base64')}`,
        }))
        return withData(data)
      },
    }),
  ]
}
