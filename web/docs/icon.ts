import { shapes, type IconName } from '../ui/shapes.ts'

const namespace = 'http://www.w3.org/2000/svg'

/** An icon of the console as an element. */
export function icon(name: IconName, size = 16): SVGSVGElement {
  const svg = document.createElementNS(namespace, 'svg')
  const attributes = {
    width: size,
    height: size,
    viewBox: '0 0 16 16',
    fill: 'none',
    stroke: 'currentColor',
    'stroke-width': '1.5',
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    'aria-hidden': 'true',
  }
  for (const [attribute, value] of Object.entries(attributes))
    svg.setAttribute(attribute, String(value))
  const path = document.createElementNS(namespace, 'path')
  path.setAttribute('d', shapes[name])
  svg.append(path)
  return svg
}
