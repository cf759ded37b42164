import { z } from 'zod'
import { bytes, optionalCountSetting, optionalTextSetting, setting } from './setting.ts'

export const contentSettings = {
  tesseractPath: optionalTextSetting(
    'WEIR_TESSERACT_PATH',
    'Path of the tesseract program (OCR). When unset, an installed tesseract is used, or else the slower one of the npm package, which is installed on first use.',
  ),
  ocrLanguages: setting(
    'WEIR_OCR_LANGUAGES',
    z
      .string()
      .regex(/^[a-zA-Z_]+(\+[a-zA-Z_]+)*$/, 'must be names of tesseract, joined with +')
      .default('eng')
      .describe('OCR languages in tesseract notation, for example `eng+deu`.'),
  ),
  documentsMax: optionalCountSetting(
    'WEIR_DOCUMENTS_MAX',
    'Document parsing processes that one team may use concurrently. The default depends on cores and memory. A quarter more, at least one, is reserved for other teams.',
    { min: 1 },
  ),
  documentBytesMax: setting(
    'WEIR_DOCUMENT_MEMORY_MAX',
    bytes(
      'Memory limit of one document parsing process, in bytes. A document that exceeds it is refused.',
    ).default(900 * 1024 * 1024),
  ),
}
