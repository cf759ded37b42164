import { isTag, type ChildNode, type Element } from 'domhandler'
import { keepChildren } from './keep-children.ts'
import type { ParsedPage } from './parse.ts'
import { listElements } from './walk.ts'

/**
 * Shows what a page declares as shadow roots, as browsers do: the content of `<template shadowrootmode>` stands in place of that of the
 * element around it, which goes into its slots.
 */
export function openShadowRoots(page: ParsedPage): ParsedPage {
  const open = new Set<ChildNode>()
  // An outer root comes before those inside of it, which then take what was put into their elements.
  for (const root of page.elements) {
    const host = root.parent
    if (!isShadowRoot(root) || !host || !isTag(host) || open.has(host)) continue
    if (isInTemplate(host)) continue
    open.add(host)
    fillSlots(
      root,
      host.children.filter((child) => child !== root),
    )
    keepChildren(host, root.children)
  }
  return open.size === 0 ? page : { ...page, elements: listElements(page.document) }
}

const isShadowRoot = ({ name, attribs }: Element): boolean =>
  name === 'template' && /^(?:open|closed)$/i.test(attribs['shadowrootmode'] ?? '')

/** A template that declares no shadow root shows nothing. */
function isInTemplate(element: Element): boolean {
  for (let at: Element['parent'] = element; at; at = at.parent)
    if (isTag(at) && at.name === 'template') return true
  return false
}

/** Puts children of the element around a shadow root into its slots: by the name of the slot that they ask for, else into the one without a name. */
function fillSlots(root: Element, children: readonly ChildNode[]): void {
  const bySlot = new Map<string, ChildNode[]>()
  for (const child of children) {
    const name = isTag(child) ? (child.attribs['slot'] ?? '') : ''
    const own = bySlot.get(name)
    if (own) own.push(child)
    else bySlot.set(name, [child])
  }
  const stack: ChildNode[] = root.children.toReversed()
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (!isTag(node) || node.name === 'template') continue
    const name = node.attribs['name'] ?? ''
    const assigned = node.name === 'slot' ? bySlot.get(name) : undefined
    if (assigned?.some((child) => isTag(child) || hasText(child))) {
      keepChildren(node, assigned)
      bySlot.delete(name)
      continue
    }
    for (let at = node.children.length - 1; at >= 0; at--) {
      const child = node.children[at]
      if (child) stack.push(child)
    }
  }
}

const hasText = (node: ChildNode): boolean => 'data' in node && node.data.trim() !== ''
