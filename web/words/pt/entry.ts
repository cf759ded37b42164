import type { Part } from '../part.ts'

export const formBusy = 'Um momento'
export const formUnencrypted =
  'Esta conexão não é criptografada: outros na rede podem ler sua senha. Coloque um proxy reverso com HTTPS na frente deste serviço.'
export const resetTitle = 'Escolha uma nova senha'
export const resetLead = 'Todas as suas sessões terminam.'
export const resetSubmit = 'Definir a senha'
export const joinTitle = (team: Part) => `Entrar em ${team}`
export const joinLead = (role: Part) => `Você terá a função ${role} na equipe.`
export const joinSubmit = 'Entrar na equipe'
export const joinPasswordHint =
  'Pelo menos 12 caracteres. Se já usa este console, digite sua senha atual.'
export const joinAnyTeam = 'uma equipe'
export const invalidTitle = 'Este link não funciona'
export const invalidLink = 'Ir para o console'
export const setUpTitle = 'Configurar o Weir'
export const setUpLead = 'Você será o operador deste serviço.'
export const setUpSubmit = 'Configurar'
export const codeLabel = 'Código de instalação'
export const codeHint = 'O serviço mostra um link com ele ao iniciar; `weir open` o mostra de novo.'
export const codeOfApp = 'Código do seu aplicativo autenticador'
export const codeOfAppHint = 'Ou um dos seus códigos de recuperação.'
export const signInTitle = 'Entrar no Weir'
export const signInLead = 'Seu próprio serviço de dados da web.'
export const signInSubmit = 'Entrar'
export const providerButton = (provider: Part) => `Entrar com ${provider}`
export const signInFailed = 'Você não entrou'
export const signInByPassword = 'Entrar com e-mail e senha'
export const signInByKey = 'Entrar com uma chave de operador'
export const keyLabel = 'Chave de API'
export const keyHint =
  'Uma chave sem restrições da primeira equipe. A sessão termina depois de uma hora.'
export const againText =
  'Entre de novo para continuar de onde estava. O que você digitou foi mantido.'
export const passkeyButton = 'Entrar com uma chave de acesso'
export const passkeyClosed =
  'Nada foi assinado: o pedido do navegador foi fechado ou demorou demais. Tente de novo.'
export const passkeyKnown = 'Este dispositivo já tem uma chave de acesso para você.'
