import { escapeAttribute, escapeText } from '#base/html-text.ts'
/** The HTML of an e-mail, with inline styles only, for compatibility with mail programs. */
export function mailPage(page: {
  readonly title: string
  /** HTML. */
  readonly body: string
  readonly unsubscribeUrl: string
}): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeText(page.title)}</title></head>
<body style="margin:0;padding:24px;background:#f4f6f6;font:15px/1.5 system-ui,sans-serif;color:#1c2526">
<div style="max-width:640px;margin:0 auto;padding:24px 28px;background:#fff;border:1px solid #dfe6e6;border-radius:10px">
${page.body}
</div>
<p style="max-width:640px;margin:12px auto;font-size:12px;color:#6b7879">Sent by Weir. <a href="${escapeAttribute(page.unsubscribeUrl)}" style="color:#6b7879">Unsubscribe</a></p>
</body></html>`
}

/** Headers of one-click unsubscribe (RFC 8058). */
export const unsubscribeHeaders = (url: string) => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})
