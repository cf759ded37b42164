import { isTag, type ChildNode, type Element, type ParentNode } from 'domhandler'
import { listElements } from '#content/html/walk.ts'
import { keepChildren } from '#content/html/keep-children.ts'

/** Class names and ids of consent management platforms. */
const consent =
  /^(?:onetrust-|ot-sdk|cookiebot|cybotcookiebot|usercentrics-|didomi-|cky-|cookie-law-info|cookie-notice|cookie-consent|cookieconsent|cookie-banner|cookiebanner|cc-window|osano-cm|truste-|qc-cmp|evidon-|sp_message_container|fc-consent|iubenda-cs|borlabscookie|cmplz-|moove_gdpr|moove-gdpr|tarteaucitron|klaro|termly-|gdpr-|cli-modal|ccm-|consent-manager|cmp-container)/i

/** Levels of the tree that are searched; consent dialogs are near the root. */
const levelsMax = 4

/** Removes cookie consent dialogs. */
export function dropConsent(root: ParentNode): void {
  let level: ParentNode[] = [root]
  for (let depth = 0; depth < levelsMax; depth++) {
    const next: ParentNode[] = []
    for (const parent of level) {
      if (parent.children.some(isConsent))
        keepChildren(
          parent,
          parent.children.filter((child) => !isConsent(child)),
        )
      for (const child of parent.children) if (isTag(child)) next.push(child)
    }
    level = next
  }
}

const isConsent = (node: ChildNode): boolean =>
  isTag(node) && names(node).some(isConsentName) && !holdsPage(node)

/** A page that waits for consent may be named after it as a whole. */
const holdsPage = (element: Element): boolean =>
  pageTags.has(element.name) || listElements(element).some(({ name }) => pageTags.has(name))

const pageTags = new Set(['html', 'body', 'main', 'article', 'h1', 'form'])

const names = ({ attribs }: Element): readonly (string | undefined)[] => [
  attribs['id'],
  ...(attribs['class']?.split(/\s+/, classesMax) ?? []),
]

const classesMax = 4

const isConsentName = (name: string | undefined): boolean =>
  name !== undefined && consent.test(name)
