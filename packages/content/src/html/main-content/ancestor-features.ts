import type { Element } from 'domhandler'
import { marksFor, mayHave } from '#content/html/marks.ts'
import { isHidingStyle } from '#content/html/styles/element-style.ts'
import type { PageBlock, Part } from './blocks.ts'
import {
  createClassGroups,
  classGroupCount,
  findClassGroup,
  namingAttributes,
} from './class-groups.ts'

/** Element names and roles; the order is part of the trained weights. */
const ancestorKinds: readonly { readonly names?: string; readonly roles?: string }[] = [
  { names: 'nav', roles: 'navigation' },
  { names: 'header', roles: 'banner' },
  { names: 'footer', roles: 'contentinfo' },
  { names: 'aside', roles: 'complementary' },
  { names: 'main', roles: 'main' },
  { names: 'article', roles: 'article' },
  { names: 'section' },
  { names: 'form', roles: 'search' },
  { names: 'table' },
  { names: 'ul ol' },
  { names: 'li' },
  { names: 'figure' },
  { names: 'blockquote' },
  { names: 'dl' },
  { names: 'button' },
  { names: 'a' },
  { names: 'label fieldset' },
  { names: 'details' },
  { names: 'noscript' },
  { names: 'dialog', roles: 'dialog' },
]

const featureByName = indexBy('names')
const featureByRole = indexBy('roles')

function indexBy(key: 'names' | 'roles'): ReadonlyMap<string, number> {
  return new Map(
    ancestorKinds.flatMap((row, feature) =>
      (row[key]?.split(' ') ?? []).map((word) => [word, feature] as const),
    ),
  )
}

/** Features from attributes; they follow the ancestor kinds. */
const states = ['hidden', 'hidden from assistants', 'body of an article']

const firstClassGroup = ancestorKinds.length + states.length

export const ancestorFeatureCount = firstClassGroup + classGroupCount

export const elementFeature = (name: string): number => featureByName.get(name) ?? -1

/** The feature of the group that a word belongs to. */
export const classFeature = (word: string): number => firstClassGroup + findClassGroup(word)

export const hiddenFeature = ancestorKinds.length

type ReadFeature = (value: string) => number | undefined

/** Attributes that are read for features. */
const featureByAttribute: ReadonlyMap<string, ReadFeature> = new Map<string, ReadFeature>([
  ['role', (value) => featureByRole.get(value)],
  ['aria-modal', (value) => (value === 'true' ? featureByRole.get('dialog') : undefined)],
  ['hidden', () => hiddenFeature],
  ['style', (value) => (isHidingStyle(value) ? hiddenFeature : undefined)],
  ['aria-hidden', (value) => (value === 'true' ? hiddenFeature + 1 : undefined)],
  ['itemprop', (value) => (articleTexts.has(value) ? hiddenFeature + 2 : undefined)],
])

const articleTexts = new Set(['articleBody', 'description'])

/** All of these attributes but `class`, whose features are those of the kind. */
const hinting = marksFor('id', 'role', 'item', 'hint', 'hidden', 'style')

/** Returns the indices of the features that an element sets, from its name, role, attributes and class names. */
export type AncestorFeaturesOf = (element: Element, exactKind?: number) => readonly number[]

/** What the names and classes of the elements of one page say is cached by `exactKind`, where that is known. */
export function createAncestorFeatures(): AncestorFeaturesOf {
  const findClassGroups = createClassGroups()
  const byKind: (readonly number[])[] = []
  return (element, exactKind) => {
    const { name, attribs } = element
    if (exactKind === undefined) {
      const byName = featureByName.get(name)
      return ownFeatures(attribs, byName === undefined ? [] : [byName])
    }
    const ofKind = (byKind[exactKind] ??= featuresOfKind(element))
    if (!mayHave(element, hinting)) return ofKind
    // Elements have few attributes, and most are irrelevant.
    for (const attribute in attribs) {
      if (attribute !== 'class' && attributes.has(attribute)) return ownFeatures(attribs, ofKind)
    }
    return ofKind
  }

  function featuresOfKind({ name, attribs }: Element): readonly number[] {
    const byName = featureByName.get(name)
    const features = byName === undefined ? [] : [byName]
    const classes = attribs['class']
    if (classes !== undefined) addGroups(features, findClassGroups(classes))
    return features
  }

  function ownFeatures(attribs: Element['attribs'], others: readonly number[]): readonly number[] {
    const features = [...others]
    let classGroups = 0
    for (const attribute in attribs) {
      const read = attributes.get(attribute)
      const value = read && attribs[attribute]
      if (!read || value === undefined) continue
      if (read.isName) classGroups |= findClassGroups(value)
      const feature = read.feature?.(value)
      if (feature !== undefined) features.push(feature)
    }
    addGroups(features, classGroups)
    return features
  }
}

function addGroups(features: number[], classGroups: number): void {
  for (let classGroup = 0, rest = classGroups; rest !== 0; classGroup++, rest >>>= 1) {
    if (rest & 1) features.push(firstClassGroup + classGroup)
  }
}

/** How each attribute is read. */
const attributes = new Map(
  [...namingAttributes, ...featureByAttribute.keys()].map((name) => [
    name,
    { isName: namingAttributes.has(name), feature: featureByAttribute.get(name) },
  ]),
)

/**
 * For each feature, the share of the page's words in the nearest ancestor that sets it, or -1 without one.
 * Fills `ancestorFeatureCount` columns of a matrix.
 */
export function addAncestorFeatures(
  { blocks, parts }: { readonly blocks: readonly PageBlock[]; readonly parts: readonly Part[] },
  total: number,
  values: Float32Array,
): void {
  const count = blocks.length
  const measureFeatures = createAncestorFeatures()
  const firsts = firstBlocks(blocks, parts)
  values.fill(-1, 0, ancestorFeatureCount * count)
  // Parts are in document order, so the nearest ancestor overwrites the ones around it.
  for (const part of parts) {
    if (part.blocks === 0) continue
    const first = firsts[part.index] as number
    const share = part.words / total
    const size = Math.min(part.blocks, count - first)
    for (const feature of measureFeatures(part.element, part.exactKind)) {
      const start = feature * count + first
      if (size > filledMin) values.fill(share, start, start + size)
      else for (let at = start; at < start + size; at++) values[at] = share
    }
  }
}

/** A call of `fill` takes as long as so many assignments. */
const filledMin = 16

/** The first block inside each part; the other blocks of the part follow it. */
function firstBlocks(blocks: readonly PageBlock[], parts: readonly Part[]): Uint32Array {
  const firsts = new Uint32Array(parts.length).fill(blocks.length)
  for (const { index, part } of blocks) {
    if (index < (firsts[part.index] as number)) firsts[part.index] = index
  }
  for (let index = parts.length - 1; index > 0; index--) {
    const parent = parts[index]?.parent
    if (parent)
      firsts[parent.index] = Math.min(firsts[parent.index] as number, firsts[index] as number)
  }
  return firsts
}
