// What is the same in every language: names, samples and units.

export const tabsMarkdown = 'Markdown'
export const tabsHtml = 'HTML'
export const entryTitle = '{name} {number}'
export const jsonLinesTitle = 'JSON Lines'
export const csvTitle = 'CSV'
export const warcTitle = 'WARC'
export const llmsTxtTitle = 'llms.txt'
export const llmsFullTxtTitle = 'llms-full.txt'
export const addUrlPlaceholder = 'ntfys://host/topic'
export const messagePlaceholder = '{{monitor}}: {{changes}} {{link}}'
export const scheduleSuggestions = [
  'daily at 9:00',
  'every weekday at 8',
  'monday and friday at 9am',
  'twice a day',
  'first of the month',
]
export const webhookLabel = 'Webhook'
export const includePlaceholder = 'div.price'
export const excludePlaceholder = '.related'
export const ignorePlaceholder = '/\\d+ people/'
export const languageNode = 'Node'
export const languagePython = 'Python'
export const languageBash = 'Bash'
export const pagesSiem = 'SIEM'
export const frameName = 'Weir'
export const typeSentinel = 'Microsoft Sentinel'
export const factMilliseconds = '{ms} ms'
export const thingJson = 'JSON'
export const thingUrl = 'URL'
export const tldsPlaceholder = 'zip'
