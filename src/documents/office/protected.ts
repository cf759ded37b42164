import type { OleFile } from './ole.ts'
import { xlsRecords } from './xls-records.ts'
import type { Package } from './zip.ts'

/** The containers a document may come in. */
interface Containers {
  readonly file: Package | undefined
  readonly ole: OleFile | undefined
}

/** Whether a document needs a password, so far as its container says so; the converter knows of other ways. */
export function isProtected({ file, ole }: Containers): boolean {
  if (file) {
    const manifest = file.part('META-INF/manifest.xml')
    return file.isEncrypted || (manifest?.includes('encryption-data') ?? false)
  }
  return ole !== undefined && (ole.names.includes('EncryptedPackage') || isOldAndLocked(ole))
}

/** The record with what a password is checked by, and the mark of a presentation that has one. */
const [filePass, lockedMark] = [0x2f, 0xf3d1c4df]

function isOldAndLocked(ole: OleFile): boolean {
  const workbook = ole.stream('Workbook') ?? ole.stream('Book') ?? Buffer.alloc(0)
  if (xlsRecords(workbook, 0).some(({ type }) => type === filePass)) return true
  const user = ole.stream('Current User') ?? Buffer.alloc(0)
  return user.length >= 16 && user.readUInt32LE(12) === lockedMark
}
