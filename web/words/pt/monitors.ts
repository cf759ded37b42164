import type { Part } from '../part.ts'

export const screenshotsExpired =
  'Esta captura de tela não está mais guardada. As de páginas alteradas são guardadas tanto quanto suas verificações, as outras por 24 horas.'
export const screenshotsLabel = 'Aparência das capturas'
export const screenshotsSlider = 'Controle deslizante'
export const screenshotsDifference = 'Diferença'
export const screenshotsDifferenceAlt = 'O que difere entre as capturas está claro'
export const screenshotsAltAfter = 'A página nesta verificação'
export const screenshotsBefore = 'antes'
export const screenshotsBorder = 'Borda entre as capturas'
export const screenshotsShare = (share: Part) => `${share} por cento da captura anterior`
export const screenshotsAfter = 'depois'
export const screenshotsAltBefore = 'A página na verificação anterior'
export const diffTitle = 'O que mudou'
export const diffLineBefore = 'Linha antes'
export const diffLineAfter = 'Linha depois'
export const diffAfter = 'Depois'
export const diffRemoved = 'removido: '
export const diffAdded = 'adicionado: '
export const scheduleMinutes = (minutes: Part, on: Part) => `a cada ${minutes} minutos${on}`
export const scheduleHourly = (minute: Part, on: Part) => `toda hora aos :${minute}${on}`
export const scheduleHours = (hours: Part, on: Part) => `a cada ${hours} horas${on}`
export const scheduleDaily = (time: Part) => `todo dia às ${time}`
export const scheduleTime = (time: Part, on: Part) => `às ${time}${on}`
export const scheduleMonthly = (days: Part, time: Part) => `no dia ${days} do mês às ${time}`
export const scheduleDays = (range: Part, days: Part) => `de ${range} a ${days}`
export const checkPages = 'Páginas desta verificação'
export const checkUnread = 'Marcar como não lida'
export const checkRead = 'Marcar como lida'
export const checkRunning = 'A verificação está em andamento'
export const checkEmpty = 'Nenhuma página foi lida'
export const changeLabel = 'Alteração'
export const changeSame = 'Nada mudou.'
export const changeNew = 'Esta página é nova.'
export const changeRemoved = 'Esta página sumiu.'
export const changeError = 'Não foi possível ler esta página.'
export const changeChanged = 'Esta página mudou.'
export const changeMeaningful = 'Alteração importante'
export const changeMinor = 'Alteração pequena'
export const viewUnified = 'Uma coluna'
export const viewPrevious = 'Alteração anterior'
export const viewNext = 'Próxima alteração'
export const viewText = 'Texto das duas versões'
export const compareOpen = 'Comparar versões'
export const compareClose = 'Voltar à verificação'
export const compareLabel = 'Comparar duas versões'
export const compareFrom = 'Versão anterior'
export const compareTo = 'Versão posterior'
export const compareSwap = 'Trocar as versões'
export const compareSame = 'Estas versões contam como iguais.'
export const compareFirst = 'primeira'
export const pauseMenu = 'Pausar até'
export const pauseResumed = 'Até que eu o retome'
export const pauseHour = 'Por uma hora'
export const pauseTomorrow = 'Até amanhã, 8:00'
export const pauseMonday = 'Até segunda-feira, 8:00'
export const pauseTime = 'Até um dia e uma hora'
export const pauseSubmit = 'Pausar até lá'
export const pauseForever = 'pausado'
export const pauseUntil = (time: Part) => `pausado até ${time}`
export const filterLabel = 'Filtrar monitores'
export const filterText = 'Buscar um monitor'
export const filterUnread = 'Não lidos'
export const filterTag = (tag: Part, monitors: Part) => `Etiqueta ${tag}: ${monitors}`
export const filterEmpty = 'Nenhum monitor corresponde. Escolha menos filtros.'
export const selectionTag = 'Etiqueta'
export const selectionTagAdd = 'Adicionar a etiqueta'
export const selectionTagRemove = 'Tirar a etiqueta'
export const selectionLabel = 'Monitores selecionados'
export const selectionNone = 'Não selecionar nada'
export const selectionAll = 'Selecionar tudo'
export const actionsPause = 'Pausar'
export const actionsResume = 'Retomar'
export const deletionConfirm = 'Excluir agora'
export const deletionButton = 'Excluir'
export const emptyTitle = 'Nenhuma verificação ainda'
export const emptyText = 'A primeira verificação lê as páginas. As seguintes comparam com ela.'
export const headerNext = (nextRunAt: Part) => `próxima ${nextRunAt}`
export const headerCost = (estimatedCreditsPerMonth: Part) =>
  `cerca de ${estimatedCreditsPerMonth} por mês`
export const headerEdit = 'Editar'
export const headerCheck = 'Verificar agora'
export const stripCheck = (createdAt: Part, chosen: Part, changed: Part) =>
  `${createdAt}: ${chosen}, ${changed} alteradas`
export const stripLabel = 'Verificações'
export const stripOlder = 'Mostrar verificações anteriores'
export const stripSlider = 'Verificação'
export const stripSame = 'igual'
export const stripLatest = 'última'
export const listSelect = 'Selecionar'
export const listEmptyTitle = 'Nenhum monitor'
export const listEmptyText =
  'Um monitor lê páginas segundo uma agenda e mostra o que mudou. Crie um com Novo monitor.'
export const listSelectOne = (name: Part) => `Selecionar ${name}`
export const listUnseen = (unseen: Part) => `${unseen} com alterações que você não viu`
export const scheduleWithin = (hours: Part) => `, nas horas ${hours}`
export const changeIgnored = (lines: number) =>
  lines === 1
    ? 'Ignorada: uma linha que muda a cada visita.'
    : `Ignoradas: ${lines} linhas que mudam a cada visita.`
