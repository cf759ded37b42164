import { z } from 'zod'
import { isNavigable } from '#browser/is-navigable.ts'

/** The folder that both boxes of a session share. */
const sessionFolder = '/session/'
export const downloadsFolder = '/session/downloads'

const words = (text: string) => new Set(text.trim().split(/\s+/))

/** Domains of the protocol that concern pages. A domain that is not listed is refused, also one that a later Chromium adds. */
const domains = words(`
  Accessibility Animation Audits CacheStorage Console CSS Database Debugger DOM DOMDebugger DOMSnapshot DOMStorage Emulation Fetch
  HeapProfiler IndexedDB Input Inspector IO LayerTree Log Media Network Overlay Page Performance Profiler Runtime Security
  ServiceWorker Storage WebAudio WebAuthn
`)

/** Commands to the browser itself. */
const commands = words(`
  Browser.cancelDownload Browser.close Browser.getVersion Browser.getWindowBounds Browser.getWindowForTarget
  Browser.grantPermissions Browser.resetPermissions Browser.setContentsSize Browser.setDownloadBehavior Browser.setPermission
  Browser.setWindowBounds Schema.getDomains Target.activateTarget Target.attachToBrowserTarget Target.attachToTarget
  Target.autoAttachRelated Target.closeTarget Target.createBrowserContext Target.createTarget Target.detachFromTarget
  Target.disposeBrowserContext Target.getBrowserContexts Target.getTargetInfo Target.getTargets Target.setAutoAttach
  Target.setDiscoverTargets
`)

/** Commands of the listed domains that read the names of files, weaken the browser, or stop it. */
const refused = words(`
  Debugger.setBreakpointOnFunctionCall DOM.getFileInfo HeapProfiler.startSampling Page.addCompilationCache Page.crash
  Page.produceCompilationCache Page.setRPHRegistrationMode Page.waitForDebugger Security.setOverrideCertificateErrors
  Storage.runBounceTrackingMitigations
`)

/** Members of parameters that a rule reads; everything else passes. */
const Params = z.looseObject({
  url: z.string().optional(),
  files: z.array(z.string()).optional(),
  data: z.looseObject({ files: z.array(z.string()).optional() }).optional(),
  downloadPath: z.string().optional(),
})
type Params = z.output<typeof Params>

/** The parameters to send, or why the command is refused. */
export type CommandVerdict = { readonly params: Params } | { readonly refusal: string }

type Rule = (params: Params) => CommandVerdict

const navigates: Rule = (params) =>
  isNavigable(params.url ?? '') ? { params } : { refusal: 'Only pages of the web are opened.' }

const flattens: Rule = (params) => ({ params: { ...params, flatten: true } })

const downloads: Rule = (params) => ({
  params: {
    ...params,
    ...(params.downloadPath !== undefined && { downloadPath: downloadsFolder }),
  },
})

const isOfSession = (path: string) =>
  path.startsWith(sessionFolder) && !path.split('/').includes('..')

const choosesFiles: Rule = (params) =>
  [...(params.files ?? []), ...(params.data?.files ?? [])].every(isOfSession)
    ? { params }
    : { refusal: 'Only files below /session can be used.' }

const contextOptions = ['proxyServer', 'proxyBypassList', 'originsWithUniversalNetworkAccess']

const rules: Readonly<Record<string, Rule>> = {
  'Page.navigate': navigates,
  'Target.createTarget': navigates,
  'Network.loadNetworkResource': navigates,
  'Fetch.continueRequest': navigates,
  'Target.createBrowserContext': (params) =>
    contextOptions.some((name) => params[name] !== undefined)
      ? { refusal: 'A browser context cannot have a proxy or network permissions of its own.' }
      : { params },
  // Messages inside of messages would not be checked.
  'Target.attachToTarget': flattens,
  'Target.setAutoAttach': flattens,
  'Browser.setDownloadBehavior': downloads,
  'Page.setDownloadBehavior': downloads,
  'DOM.setFileInputFiles': choosesFiles,
  'Input.dispatchDragEvent': choosesFiles,
}

/** Decides about a command of a client: allowed as it is, changed, or refused. What is not listed is refused. */
export function judge(method: string, given: unknown): CommandVerdict {
  const [domain = ''] = method.split('.', 1)
  const isListed = domains.has(domain) || commands.has(method)
  if (!isListed || refused.has(method)) return { refusal: `${method} is not available here.` }
  const { data: params, success } = Params.safeParse(given ?? {})
  if (!success) return { refusal: `The parameters of ${method.slice(0, 100)} are not valid.` }
  const rule = Object.hasOwn(rules, method) ? rules[method] : undefined
  return rule ? rule(params) : { params }
}
