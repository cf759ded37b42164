import type { OleFile } from './ole.ts'
import { xlsRecords } from './xls-records.ts'
import type { Package } from './zip.ts'

/** Container formats of office documents. */
interface Containers {
  readonly file: Package | undefined
  readonly ole: OleFile | undefined
}

/** Whether the container shows that the document is encrypted; the converter detects further ways. */
export function isProtected({ file, ole }: Containers): boolean {
  if (file) {
    const manifest = file.part('META-INF/manifest.xml')
    return file.isEncrypted || (manifest?.includes('encryption-data') ?? false)
  }
  return ole !== undefined && (ole.names.includes('EncryptedPackage') || isOldAndLocked(ole))
}

/** The FilePass record of workbooks, and the header token of encrypted presentations. */
const [filePass, lockedMark] = [0x2f, 0xf3d1c4df]

function isOldAndLocked(ole: OleFile): boolean {
  const workbook = ole.stream('Workbook') ?? ole.stream('Book') ?? Buffer.alloc(0)
  if (xlsRecords(workbook, 0).some(({ type }) => type === filePass)) return true
  const user = ole.stream('Current User') ?? Buffer.alloc(0)
  return user.length >= 16 && user.readUInt32LE(12) === lockedMark
}
