import { call, withMemory, type Engine } from './engine.ts'

/** An element of the structure tree of a tagged PDF page (ISO 32000-2, 14.7). */
export interface StructureElement {
  /** Such as `P`, `Formula`, or the name of a MathML element. */
  readonly type: string
  /** Alternate description or replacement text; empty when there is none. */
  readonly description: string
  /** Elements, and ids of marked content, in order. */
  readonly children: readonly (StructureElement | number)[]
}

const elementsMax = 20_000
const depthMax = 60
const nameBytesMax = 256
const descriptionBytesMax = 20_000

/** The elements of a type in the structure tree of a page; an element within another of the type is part of it. */
export function structureElements(engine: Engine, page: number, type: string): StructureElement[] {
  const tree = call(engine, 'FPDF_StructTree_GetForPage', [page])
  if (tree === 0) return []
  try {
    return withMemory(engine, descriptionBytesMax, (memory) => {
      const find = createFind(engine, memory)
      const count = call(engine, 'FPDF_StructTree_CountChildren', [tree])
      return Array.from({ length: count }, (_, at) =>
        find(call(engine, 'FPDF_StructTree_GetChildAtIndex', [tree, at]), type),
      ).flat()
    })
  } finally {
    call(engine, 'FPDF_StructTree_Close', [tree])
  }
}

/** Finds the elements of a type in and below an element. */
function createFind(engine: Engine, memory: number) {
  let left = elementsMax
  const readText = (getter: string, element: number, bytesMax: number): string => {
    const bytes = call(engine, getter, [element, memory, bytesMax])
    if (bytes <= 2 || bytes > bytesMax) return ''
    const text = engine.HEAPU8.subarray(memory, memory + bytes - 2)
    return Buffer.from(text).toString('utf16le')
  }
  const readType = (element: number) =>
    readText('FPDF_StructElement_GetType', element, nameBytesMax)
  const listChildren = (element: number, depth: number): (StructureElement | number)[] => {
    const children: (StructureElement | number)[] = []
    for (const child of listPointers(element)) {
      if (child.pointer === 0) {
        if (child.content >= 0) children.push(child.content)
      } else if (depth < depthMax) children.push(read(child.pointer, depth + 1))
    }
    return children
  }
  const listPointers = (element: number) => {
    const count = Math.min(left, call(engine, 'FPDF_StructElement_CountChildren', [element]))
    left -= count
    return Array.from({ length: count }, (_, at) => ({
      pointer: call(engine, 'FPDF_StructElement_GetChildAtIndex', [element, at]),
      content: call(engine, 'FPDF_StructElement_GetChildMarkedContentID', [element, at]),
    }))
  }
  const read = (element: number, depth: number): StructureElement => ({
    type: readType(element),
    description:
      readText('FPDF_StructElement_GetActualText', element, descriptionBytesMax) ||
      readText('FPDF_StructElement_GetAltText', element, descriptionBytesMax),
    children: listChildren(element, depth),
  })
  return function find(element: number, type: string, depth = 0): StructureElement[] {
    if (element === 0 || depth > depthMax) return []
    if (readType(element) === type) return [read(element, depth)]
    return listPointers(element).flatMap(({ pointer }) => find(pointer, type, depth + 1))
  }
}
