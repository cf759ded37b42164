export const adviceTimeout = 'Dê mais tempo à página ou peça menos formatos.'
export const adviceDns =
  'Confira a grafia do host. Se for um endereço da sua própria rede, o operador o adiciona a WEIR_ALLOWED_PRIVATE_HOSTS.'
export const adviceRefused =
  'O site recusa programas. Use o proxy reforçado ou abra a página no navegador.'
export const adviceTls =
  'O certificado do site não é válido. Ignore a verificação apenas em um site confiável.'
export const adviceCredits = 'Diminua o limite ou peça mais créditos ao operador.'
export const adviceWait = 'Espere um momento e execute de novo.'
export const adviceSchema = 'Corrija o campo que a mensagem indica.'
export const adviceModel =
  'Configure um modelo de linguagem nas configurações do serviço ou peça formatos que não precisem dele.'
export const adviceCache = 'Permita cópias mais antigas ou desligue a opção que só lê o cache.'
export const adviceFile = 'Tente outro arquivo ou outro analisador.'
export const adviceAction =
  'Confira os seletores das ações e adicione uma espera antes da ação que falhou.'
export const advicePermission =
  'Peça a permissão a um administrador da equipe ou escolha outra opção.'
export const adviceBug =
  'Execute de novo. Se falhar outra vez, informe o identificador da solicitação.'
export const tryTimeout = 'Executar com 2 minutos'
export const tryProxy = 'Executar com o proxy reforçado'
export const tryBrowser = 'Executar no navegador'
export const tryTls = 'Executar sem verificar o certificado'
export const tryCache = 'Executar com cópias mais antigas'
