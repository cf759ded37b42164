import type { Part } from '../part.ts'

export const targetsInvalid = 'Os destinos devem ser uma lista JSON.'
export const targetsMore = (shown: Part, names: Part) => `${shown} e mais ${names}`
export const targetsLabel = 'Destinos'
export const targetsHint = 'Um por linha.'
export const scheduleSuggestions = [
  'daily at 9:00',
  'every weekday at 8',
  'monday and friday at 9am',
  'twice a day',
  'first of the month',
]
export const scheduleLabel = 'Agenda'
export const schedulePreview = 'Próximas execuções: '
export const editTitle = 'Alterar o monitor'
export const createSubmit = 'Criar e verificar agora'
export const tagsLabel = 'Etiquetas'
export const tagsPlaceholder = 'preços, concorrentes'
export const goalPlaceholder = 'Avisar quando um preço mudar'
export const goalSearchHint = 'Resultados novos são avaliados por ele.'
export const goalHint = 'Opcional. Com um modelo de linguagem, as alterações são avaliadas por ele.'
export const moreTitle = 'Avisos e retenção'
export const emailsLabel = 'Endereços de e-mail'
export const emailsHint = 'Um por linha. Eles precisam confirmar primeiro.'
export const webhookLabel = 'Webhook'
export const retentionLabel = 'Dias que as verificações são guardadas'
export const kindScrape = 'Só estas páginas'
export const kindCrawl = 'Os sites que começam aqui'
export const kindSearch = 'Resultados novos de buscas'
export const kindJson = 'Vários tipos, em JSON'
export const kindLabel = 'O que é verificado'
export const searchesPlaceholder = 'represa em um rio'
export const searchesAge = 'Não mais antigos que'
export const searchesResults = 'Resultados de cada uma'
export const crawlUnit = 'páginas'
export const screenshotsLabel = 'Comparar também capturas de tela'
export const trialHint = 'Lê agora até três deles, pelo preço de qualquer solicitação.'
export const trialMinimum = 'pelo menos '
export const trialStatus = (statusCode: Part) => `O site responde com o status ${statusCode}.`
export const optionsPages = 'Opções das páginas: cabeçalhos, perfil, local e mais'
export const optionsSite = 'Opções do rastreamento: caminhos, profundidade, sitemap e mais'
export const startLeft = (names: Part) => `Um monitor não tem estas opções da requisição: ${names}.`
export const gridTitle = 'Dias e horas'
export const gridLabel = 'Dias e horas do agendamento'
export const gridOther =
  'Este agendamento tem partes que a grade não mostra. Escolher aqui o substitui.'
export const gridFrequency = 'Com que frequência em cada hora'
export const gridOnce = 'uma vez por hora'
export const gridAllHours = 'Todas as horas'
export const gridWorkingHours = 'Das 8 às 18'
export const gridWorkingDays = 'De segunda a sexta'
export const gridEvery = (minutes: Part) => `a cada ${minutes} minutos`
export const gridHour = (hour: Part) => `A partir das ${hour}`
