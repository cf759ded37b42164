import type { Rendering } from '#fetch/page.ts'
import type { SignedFiles } from '#storage/signed-files.ts'
import { Branding } from '#formats/branding.ts'
import type { Document } from '#formats/document.ts'

/** Document members that the browser produced. */
export type RenderedMembers = Pick<Document, 'screenshot' | 'actions' | 'branding'>

interface Storing {
  readonly teamId: string
  readonly baseUrl?: string | undefined
}

/** Stores screenshots and PDF files, and replaces them by signed links. */
export function createStoreRenderings(deps: {
  readonly files: Pick<SignedFiles, 'keep'>
  readonly publicUrl: string
}) {
  const { files, publicUrl } = deps
  return async function storeRenderings(
    rendering: Rendering | undefined,
    { teamId, baseUrl = publicUrl }: Storing,
  ): Promise<RenderedMembers> {
    const keep = async (file: Omit<Parameters<SignedFiles['keep']>[0], 'teamId'>) =>
      baseUrl + (await files.keep({ ...file, teamId }))
    const { screenshot, actionResults, branding } = rendering ?? {}
    const brand = branding && { branding: Branding.parse(branding) }
    const link = screenshot && (await keep(screenshot))
    if (!actionResults) return { ...brand, ...(link !== undefined && { screenshot: link }) }
    const { screenshots, pdfs, scrapes, javascriptReturns } = actionResults
    const actions = {
      screenshots: await Promise.all(screenshots.map(keep)),
      scrapes,
      javascriptReturns,
      pdfs: await Promise.all(
        pdfs.map((bytes) => keep({ bytes, contentType: 'application/pdf' as const })),
      ),
    }
    return { ...brand, ...(link !== undefined && { screenshot: link }), actions }
  }
}
