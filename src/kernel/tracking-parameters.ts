/** Parameters that say where a visitor comes from, or who they are; pages do not depend on them. */
const tracking = new Set(
  '_ga _gl dclid fbclid gbraid gclid gclsrc igshid jsessionid mc_cid mc_eid msclkid phpsessid ttclid twclid wbraid yclid'.split(
    ' ',
  ),
)

export function isTracking(parameter: string): boolean {
  const name = parameter.toLowerCase()
  return name.startsWith('utm_') || tracking.has(name)
}
