/*
 * Runs in a world of its own inside the page, together with the other brand scripts: see ../in-page.ts.
 */
import { createColours, namedColours } from './brand-colours.js'
import { brandPictures } from './brand-logo.js'
import { layoutOf, spacingOf, typographyOf } from './brand-layout.js'
import { stateColour } from './brand-states.js'
import { add, ranked, top, walkStyles } from './brand-walk.js'

const msMax = 400
const darkBelow = 0.4
const colourful = 25

/** Colours, fonts, logo and components of the page as it is shown; only computed styles are read. */
export function readBrand() {
  const colours = createColours()
  const { rgba, hex, luminance } = colours
  const found = walkStyles(colours, performance.now() + msMax)
  const named = namedColours(colours)
  const { primary, secondary } = chooseButtons(found.buttons, named, colours)
  const background = backgroundOf(rgba) ?? found.cover ?? '#FFFFFF'
  const [link] = ranked(found.links)
  const [text, otherText] = ranked(found.texts)
  const pictures = brandPictures(found.logos)
  const { name, ...images } = pictures
  const primaryColour =
    primary && colours.chroma(primary.background) > colourful
      ? hex(primary.background)
      : (named.primary ?? link ?? (primary && hex(primary.background)))
  return {
    colorScheme: luminance(rgba(background)) < darkBelow ? 'dark' : 'light',
    brandName: name,
    logo: images.logo ?? null,
    colors: {
      primary: primaryColour,
      secondary:
        named.secondary ??
        (secondary && secondary.background[3] > 0.9 ? hex(secondary.background) : undefined),
      accent: named.accent ?? (link === primaryColour ? undefined : link),
      background,
      textPrimary: text,
      textSecondary: otherText,
      link,
      success: named.success,
      warning: named.warning,
      error: named.error,
    },
    ...typographyOf(found.fonts),
    spacing: spacingOf(found, primary),
    components: {
      buttonPrimary: face(primary, colours),
      buttonSecondary: face(secondary, colours),
      input: inputOf(found.inputs[0], colours),
    },
    icons: iconsOf(found.svgs, colours),
    images: { logo: images.logo ?? null, favicon: images.favicon, ogImage: images.ogImage },
    animations: primary && {
      transitionDuration: primary.style.transitionDuration,
      easing: primary.style.transitionTimingFunction,
    },
    layout: layoutOf(found.widths),
  }
}

/** Buttons that look alike vote together: a lone loud button does not win over five calm ones. */
function chooseButtons(buttons, named, { hex }) {
  const sorted = buttons.toSorted((one, other) => other.score - one.score)
  const votes = new Map()
  for (const { score, background } of sorted) if (score > 2) add(votes, hex(background), score)
  if (named.primary && votes.has(named.primary)) add(votes, named.primary, 4)
  const colour = top(votes)
  const primary = sorted.find(({ background }) => hex(background) === colour) ?? sorted[0]
  const isOther = ({ background, label }) =>
    hex(background) !== hex(primary.background) && !/danger|warning|success|error/i.test(label)
  const others = sorted.filter((button) => button !== primary && !button.isAside && isOther(button))
  const secondary = others.find(({ label }) => /secondary|ghost|outline/i.test(label)) ?? others[0]
  return { primary, secondary }
}

function backgroundOf(rgba) {
  for (const element of [document.body, document.documentElement]) {
    if (!element) continue
    const colour = rgba(getComputedStyle(element).backgroundColor)
    if (colour[3] > 0.5)
      return `#${colour
        .slice(0, 3)
        .map((part) => part.toString(16).padStart(2, '0'))
        .join('')
        .toUpperCase()}`
  }
  return undefined
}

function face(button, { rgba, hex }) {
  if (!button) return undefined
  const { element, style, background } = button
  const hover = stateColour(element, ':hover', ['backgroundColor', 'background'])
  return {
    background: background[3] > 0.1 ? hex(background) : 'transparent',
    hoverBackground: hover && hex(rgba(hover)),
    textColor: hex(rgba(style.color)),
    borderColor: parseFloat(style.borderTopWidth) ? hex(rgba(style.borderTopColor)) : undefined,
    borderRadius: style.borderTopLeftRadius,
  }
}

function inputOf(input, { rgba, hex }) {
  if (!input) return undefined
  const focus = stateColour(input.element, ':focus', ['borderTopColor', 'borderColor'])
  return {
    borderColor: hex(rgba(input.style.borderTopColor)),
    focusBorderColor: focus && hex(rgba(focus)),
    borderRadius: input.style.borderTopLeftRadius,
  }
}

const isStroked = ({ style, element }) =>
  style.stroke !== 'none' || element.querySelector('[stroke]:not([stroke=none])') !== null

function iconsOf(svgs, { rgba, hex }) {
  if (svgs.length === 0) return undefined
  const colours = new Map()
  for (const { style } of svgs) add(colours, hex(rgba(style.color)), 1)
  const stroked = svgs.filter(isStroked).length
  return { style: stroked * 2 > svgs.length ? 'outline' : 'filled', primaryColor: top(colours) }
}
