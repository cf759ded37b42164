import type { Part } from '../part.ts'

export const errorsEmpty = 'Nenhuma página falhou'
export const errorsFind = 'Buscar uma página que falhou'
export const errorsPlaceholder = 'Buscar por URL ou código'
export const jsonLinesTitle = 'JSON Lines'
export const jsonLinesHint = 'Um documento por linha'
export const csvHint = 'URL, título, status e Markdown para planilhas'
export const csvTitle = 'CSV'
export const markdownTitle = 'Markdown (ZIP)'
export const markdownHint = 'Um arquivo por página, em pastas como as do site'
export const warcHint = 'Para arquivos da web'
export const warcTitle = 'WARC'
export const llmsTxtHint = 'Links com descrições'
export const llmsTxtTitle = 'llms.txt'
export const llmsFullTxtHint = 'O Markdown de todas as páginas em um só texto'
export const llmsFullTxtTitle = 'llms-full.txt'
export const failuresTitle = 'Páginas que falharam (CSV)'
export const failuresHint = 'URLs com seus erros'
export const menuSaving = (bytes: Part) => `Salvando, ${bytes}`
export const menuStop = 'Parar de salvar'
export const menuOpen = 'Exportar'
export const menuLabel = 'Exportar como'
export const menuRunning = 'O trabalho está em andamento: o arquivo tem as páginas concluídas.'
export const pagesEmpty = 'Nenhuma página foi concluída ainda'
export const noneTitle = 'Nenhuma página pôde ser lida'
export const noneText = 'A aba Falhou diz por quê, e Tentar de novo lê essas páginas outra vez.'
export const pagesFind = 'Buscar uma página'
export const pagesPlaceholder = 'Buscar por URL, título ou status'
export const pagesLabel = 'Páginas do trabalho'
export const pagesSearching = 'Buscando'
export const pagesFound = (rows: Part) => `${rows} encontradas`
export const pagesLoading = 'Carregando'
export const tabsPages = 'Páginas'
export const tabsFailed = 'Falhou'
export const tabsRobots = 'Bloqueadas por robots.txt'
export const tabsLabel = 'Partes do trabalho'
export const headerRetry = 'Tentar de novo: '
export const headerCancel = 'Cancelar'
export const progressLabel = 'Páginas concluídas'
export const progressPages = (completed: Part, total: Part) => `${completed} de ${total} páginas`
export const progressFailed = (failed: Part) => `${failed} falharam`
export const progressRate = (rate: Part) => `${rate} páginas/s`
export const progressLeft = (secondsLeft: Part) => `faltam ${secondsLeft}`
export const progressExpiry = (expiresAt: Part) => `guardado até ${expiresAt}`
export const setName = 'Nome do conjunto'
export const setSubmit = 'Guardar para sempre'
export const setKept = (name: Part) => `guardado para sempre como ${name}`
export const keepLabel = 'Guardar os resultados por'
export const keepDays = (days: Part) => `${days} dias a partir de agora`
export const keepChoose = 'Guardar por mais tempo'
export const crumbsLabel = 'Você está aqui'
export const crumbsJobs = 'Trabalhos'
export const optionsTitle = 'Opções com que foi iniciado'
