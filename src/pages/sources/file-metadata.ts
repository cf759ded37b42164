import { typeOfName } from '#content/bytes/file-name.ts'

/** Metadata of a file, whose name replaces the URL. */
export const fileMetadata = (name: string, contentType?: string) => ({
  sourceURL: name,
  url: name,
  statusCode: 200,
  sourceFile: name,
  contentType: typeOfName(name) ?? contentType ?? 'application/octet-stream',
})
