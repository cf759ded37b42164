export const adviceTimeout = 'Give the page more time, or ask for fewer formats.'
export const adviceDns =
  'Check the spelling of the host. For an address of your own network, the operator adds it to WEIR_ALLOWED_PRIVATE_HOSTS.'
export const adviceRefused =
  'The site refuses programs. Use the enhanced proxy, or open the page in the browser.'
export const adviceTls =
  'The certificate of the site is not valid. Skip the check only for a site that you trust.'
export const adviceCredits = 'Lower the limit, or ask the operator for more credits.'
export const adviceWait = 'Wait a moment, then run it again.'
export const adviceSchema = 'Correct the field that the message names.'
export const adviceModel =
  'Configure a language model in the settings of the service, or ask for formats that need none.'
export const adviceCache = 'Allow older copies, or turn off the option that reads the cache only.'
export const adviceFile = 'Try another file or another parser.'
export const adviceAction =
  'Check the selectors of the actions, and add a wait before the action that failed.'
export const advicePermission =
  'Ask an administrator of the team for the permission, or choose another option.'
export const adviceBug = 'Run it again. If it fails again, report the id of the request.'
export const tryTimeout = 'Run with 2 minutes'
export const tryProxy = 'Run with the enhanced proxy'
export const tryBrowser = 'Run in the browser'
export const tryTls = 'Run without checking the certificate'
export const tryCache = 'Run with older copies'
