import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { useShown } from './shown.tsx'
import { trustedHtml } from './trusted-html.ts'
import * as words from '../words/en/answers.ts'

const lengthMax = 300_000

/**
 * Renders Markdown of foreign pages. Raw HTML and unusual protocols become text, the frame may not run scripts and has an
 * origin of its own, and the policy of this page, which the frame inherits, loads nothing from other hosts.
 */
export function MarkdownPreview({ markdown, isDark }: { markdown: string; isDark: boolean }) {
  const [shown, more] = useShown(markdown.length, lengthMax)
  const html = withoutPictures(
    micromark(markdown.slice(0, shown), { extensions: [gfm()], htmlExtensions: [gfmHtml()] }),
  )
  const style = document.documentElement.dataset['previewCss']
  // Without an element that takes the focus, the Tab key would return to the frame again and again.
  const page = `<!doctype html><html lang="en" class="${isDark ? 'dark' : ''}"><head><meta charset="utf-8"><title>Preview</title><base target="_blank"><link rel="stylesheet" href="${style}"></head><body tabindex="0">${html}</body></html>`
  return (
    <>
      {more}
      <iframe
        class="preview"
        title={words.previewTitle}
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        referrerpolicy="no-referrer"
        srcdoc={trustedHtml(page)}
      />
    </>
  )
}

/**
 * Replaces pictures by their descriptions, because loading them would reveal the reader to foreign servers. Only the renderer
 * writes tags; those in the text have become text.
 */
const withoutPictures = (html: string) =>
  html.replaceAll(
    /<img src="[^"]*" alt="([^"]*)"[^>]*>/g,
    (_, text: string) => `<span class="picture">${text || 'picture'}</span>`,
  )
