import type { Rendering } from '#fetch/page.ts'
import type { SignedFiles } from '#storage/signed-files.ts'
import type { Document } from './document.ts'

/** What a browser brought, as the document has it: bytes have become links. */
export type ShownParts = Pick<Document, 'screenshot' | 'actions'>

interface Keeping {
  readonly teamId: string
  readonly baseUrl?: string | undefined
}

/** Keeps pictures and PDF files, and answers their links (contract sections 5.3 and 6.8). */
export function createKeepShown(deps: {
  readonly files: Pick<SignedFiles, 'keep'>
  readonly publicUrl: string
}) {
  const { files, publicUrl } = deps
  return async function keepShown(
    rendering: Rendering | undefined,
    { teamId, baseUrl = publicUrl }: Keeping,
  ): Promise<ShownParts> {
    const keep = async (file: Omit<Parameters<SignedFiles['keep']>[0], 'teamId'>) =>
      baseUrl + (await files.keep({ ...file, teamId }))
    const { screenshot, actionResults } = rendering ?? {}
    const link = screenshot && (await keep(screenshot))
    if (!actionResults) return link === undefined ? {} : { screenshot: link }
    const { screenshots, pdfs, scrapes, javascriptReturns } = actionResults
    const actions = {
      screenshots: await Promise.all(screenshots.map(keep)),
      scrapes,
      javascriptReturns,
      pdfs: await Promise.all(
        pdfs.map((bytes) => keep({ bytes, contentType: 'application/pdf' as const })),
      ),
    }
    return { ...(link !== undefined && { screenshot: link }), actions }
  }
}
