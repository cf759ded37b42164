import { runFileCommand } from '#base/file-command.ts'
import { extractDocument, findTesseract } from './index.ts'

/** Entry point of the command `weir-documents`. */
await runFileCommand({
  name: 'weir-documents',
  options: {
    name: 'name of the file, if it comes from standard input',
    languages: 'languages of pictures, for an installed tesseract: eng+deu',
  },
  async read({ bytes, fileName, values: { name = fileName, languages } }) {
    const ocr = { program: findTesseract(), ...(languages !== undefined && { languages }) }
    return extractDocument(bytes, { ocr, ...(name !== undefined && { fileName: name }) })
  },
})
