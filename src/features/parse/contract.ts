import { z } from 'zod'
import { dataReply, time } from '#kernel/reply.ts'
import { scrapeOptions } from '#pages/options.ts'
import { Document } from '#formats/document.ts'
import { formats } from '#formats/registry.ts'
import { describeFormat, Formats } from '#formats/request.ts'
import { strictBody } from '#kernel/strict-body.ts'
import { fileBytesMax } from '#kernel/uploaded-file.ts'

const { shape: fileOptions } = z.object(scrapeOptions).pick({
  onlyMainContent: true,
  onlyCleanContent: true,
  includeTags: true,
  excludeTags: true,
  headers: true,
  timeout: true,
  parsers: true,
  skipTlsVerification: true,
  removeBase64Images: true,
  blockAds: true,
  checkPromptInjection: true,
  redactPII: true,
  auditMetadata: true,
  zeroDataRetention: true,
  fastMode: true,
  useMock: true,
})

const pageFormats = formats
  .filter(({ parseRefusal }) => parseRefusal !== undefined)
  .map(({ type }) => type)

/** A reference contains the name and the type of its file. */
const uploadRefLengthMax = 8_192

/** Options of web pages. They are accepted by the schema, so that each gets its own error text. */
const pageOptions = {
  actions: z.unknown().optional().meta({ type: 'array', items: {}, maxItems: 0 }),
  waitFor: z.unknown().optional().meta({ const: 0 }),
  location: z.unknown().optional().meta({ type: 'object', maxProperties: 0 }),
  mobile: z.unknown().optional().meta({ const: false }),
  proxy: z
    .string()
    .optional()
    .meta({ description: '`auto` or `basic`, without effect.', enum: ['auto', 'basic'] }),
}

/** The body of `POST /v2/parse`; `uploadRef` replaces the file. */
export const ParseRequest = strictBody({
  formats: Formats.meta({ not: { contains: describeFormat(...pageFormats) } }),
  ...fileOptions,
  ...pageOptions,
  maxAge: z.int().min(0).optional().meta({ description: 'Accepted, without effect.' }),
  storeInCache: z.boolean().optional().meta({ description: 'Accepted, without effect.' }),
  uploadRef: z.string().min(1).max(uploadRefLengthMax).optional().meta({
    description: 'Reference of an uploaded file; only without a form.',
  }),
}).meta({ id: 'ParseRequest', description: 'How to convert the file.' })
export type ParseRequest = z.output<typeof ParseRequest>

export const ParseReply = dataReply(Document).meta({
  id: 'ParseReply',
  description: 'The document of the file.',
})

/** The body of `POST /v2/parse/upload-url`. */
export const UploadUrlRequest = strictBody({
  filename: z
    .string()
    .min(1)
    .max(512)
    .meta({ description: 'File name; its extension indicates the type.' }),
  contentType: z.string().min(1).max(255).optional(),
  declaredSizeBytes: z.int().min(1).max(fileBytesMax).optional(),
}).meta({ id: 'UploadUrlRequest', description: 'The file to upload.' })
export type UploadUrlRequest = z.output<typeof UploadUrlRequest>

export const UploadUrlReply = dataReply(
  z.object({
    uploadUrl: z.string().meta({ description: 'URL to upload the file to, without a key.' }),
    uploadRef: z
      .string()
      .meta({ description: 'Reference of the file for `POST /v2/parse`, valid once.' }),
    method: z.literal('PUT'),
    headers: z.record(z.string(), z.string()),
    expiresAt: time,
    maxSizeBytes: z.int(),
  }),
).meta({ id: 'UploadUrlReply', description: 'Where to upload the file within ten minutes.' })

export const ParseFormats = dataReply(
  z.object({
    formats: z.array(
      z.object({
        format: z.string(),
        kind: z.enum(['document', 'image']),
        extensions: z.array(z.string()),
        mimeTypes: z.array(z.string()),
        available: z.boolean(),
      }),
    ),
  }),
).meta({ id: 'ParseFormats', description: 'The file formats that can be parsed.' })
