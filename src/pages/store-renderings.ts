import type { Rendering } from '#fetch/page.ts'
import type { SignedFiles } from '#storage/signed-files.ts'
import { Branding } from '#formats/branding.ts'
import type { Document } from '#formats/document.ts'

/** Document members that the browser produced. */
type RenderedMembers = Pick<Document, 'screenshot' | 'actions' | 'branding'>

interface Storing {
  readonly teamId: string
  readonly baseUrl?: string | undefined
}

/** A file of the browser. */
export interface RenderedFile {
  /** `screenshot`, or one of several results of steps: `screenshot-1`, `page-1`. */
  readonly name: string
  readonly bytes: Uint8Array
  readonly contentType: 'image/png' | 'image/jpeg' | 'application/pdf'
  /** Whether it is of the full page. */
  readonly isWhole?: boolean | undefined
}

/** Stores screenshots and PDF files, and returns the members that lead to them. */
export type StoreRenderings = (
  rendering: Rendering | undefined,
  storing: Storing,
) => Promise<RenderedMembers>

/** Stores one file and returns where it is found. */
export type KeepRendering = (file: RenderedFile, storing: Storing) => Promise<string>

export function createStoreRenderings(keep: KeepRendering): StoreRenderings {
  return async function storeRenderings(rendering, storing) {
    const { screenshot, isWhole, actionResults, branding } = rendering ?? {}
    const picture = screenshot && { ...screenshot, isWhole, name: 'screenshot' }
    const members = {
      ...(branding && { branding: Branding.parse(branding) }),
      ...(picture && { screenshot: await keep(picture, storing) }),
    }
    if (!actionResults) return members
    const { screenshots, pdfs, scrapes, javascriptReturns } = actionResults
    const pictures = screenshots.map((picture, index) =>
      keep({ ...picture, name: `screenshot-${index + 1}` }, storing),
    )
    const prints = pdfs.map((bytes, index) =>
      keep({ bytes, contentType: 'application/pdf', name: `page-${index + 1}` }, storing),
    )
    const actions = {
      screenshots: await Promise.all(pictures),
      scrapes,
      javascriptReturns,
      pdfs: await Promise.all(prints),
    }
    return { ...members, actions }
  }
}

/** Keeps files as signed links of the service. */
export const keepAsLinks =
  ({
    files,
    publicUrl,
  }: {
    readonly files: Pick<SignedFiles, 'keepOnce'>
    /** Origin for links in documents that no request waits for. */
    readonly publicUrl: string
  }): KeepRendering =>
  async (file: RenderedFile, { teamId, baseUrl = publicUrl }: Storing) => {
    const { bytes, contentType, isWhole = false } = file
    // A page that fits the viewport looks the same in full, and still has two pictures.
    const kind = isWhole ? 'whole' : ''
    return baseUrl + (await files.keepOnce({ bytes, contentType, teamId, kind }))
  }
