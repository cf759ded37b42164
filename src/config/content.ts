import { z } from 'zod'
import { bytes, setting } from './setting.ts'

export const contentSettings = {
  tesseractPath: setting(
    'WEIR_TESSERACT_PATH',
    z
      .string()
      .optional()
      .describe(
        'Path of the tesseract program (OCR). When unset, an installed tesseract is used, or else the slower one of the npm package, which is installed on first use.',
      ),
  ),
  ocrLanguages: setting(
    'WEIR_OCR_LANGUAGES',
    z
      .string()
      .regex(/^[a-zA-Z_]+(\+[a-zA-Z_]+)*$/, 'must be names of tesseract, joined with +')
      .default('eng')
      .describe('OCR languages in tesseract notation, for example `eng+deu`.'),
  ),
  documentsMax: setting(
    'WEIR_DOCUMENTS_MAX',
    z.coerce
      .number()
      .int()
      .min(1)
      .optional()
      .describe(
        'Document parsing processes that one team may use concurrently. The default depends on cores and memory. A quarter more, at least one, is reserved for other teams.',
      ),
  ),
  documentBytesMax: setting(
    'WEIR_DOCUMENT_MEMORY_MAX',
    bytes(
      'Memory limit of one document parsing process, in bytes. A document that exceeds it is refused.',
    ).default(900 * 1024 * 1024),
  ),
}
