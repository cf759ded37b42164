/** What keeps a page of any size and nesting from using up time and memory. */
export interface ParseLimits {
  /** Whether there is room for more nodes. */
  readonly wantsMore: () => boolean
  /** Whether so many elements are open, which every closing tag searches, that others must open and close at once. */
  readonly isCrowded: () => boolean
}

export const attributesPerElementMax = 256
