/** Names of SVG elements with capitals, which HTML is read without. */
const names =
  'altGlyph altGlyphDef altGlyphItem animateColor animateMotion animateTransform clipPath feBlend feColorMatrix ' +
  'feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood ' +
  'feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset fePointLight ' +
  'feSpecularLighting feSpotLight feTile feTurbulence foreignObject glyphRef linearGradient radialGradient textPath'

const byLowerCase = new Map(names.split(' ').map((name) => [name.toLowerCase(), name]))

/** The name with capitals of an SVG element, if it has one. */
export const svgName = (lower: string): string | undefined => byLowerCase.get(lower)
