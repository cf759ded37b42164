/** Time for the browser to begin saving. */
const keptMs = 60_000

/** Hands a file to the browser to save. */
export function saveBlob(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), keptMs)
}

export const saveText = (name: string, text: string): void => saveBlob(name, new Blob([text]))
