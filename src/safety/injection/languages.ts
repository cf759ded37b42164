import type { Sentence } from './sentence.ts'

/** Stems of a language: words that cancel, what is cancelled, and models that are spoken to. */
interface Stems {
  readonly cancel: readonly string[]
  readonly prior: readonly string[]
  readonly orders: readonly string[]
  readonly disclose: readonly string[]
  readonly model: readonly string[]
  readonly duty: readonly string[]
}

const stems = (lists: Readonly<Record<keyof Stems, string>>): Stems => ({
  cancel: lists.cancel.split(' '),
  prior: lists.prior.split(' '),
  orders: lists.orders.split(' '),
  disclose: lists.disclose.split(' '),
  model: lists.model.split(' '),
  duty: lists.duty.split(' '),
})

const languages: readonly Stems[] = [
  stems({
    cancel: 'ignorier vergiss vergesst vergessen missacht verwirf übergeh',
    prior: 'vorherig vorig bisherig früher obig alle sämtliche deine ihre ursprünglich',
    orders: 'anweisung anordnung vorgabe befehl regel instruktion prompt richtlinie systemprompt',
    disclose: 'zeig verrat nenne gib wiederhol offenbar',
    model:
      'ki sprachmodell chatbot assistent assistenten ki-assistent ki-assistenten ki-modell chatgpt',
    duty: 'musst müssen sollst sollen bitte antworte schreib empfiehl empfehle sag erwähne füge',
  }),
  stems({
    cancel: 'ignor oubli néglig',
    prior: 'précédent antérieur toutes tous vos tes ci-dessus initial',
    orders: 'instruction consigne directive règle ordre prompt invite',
    disclose: 'révèl affich montr donn répèt divulgu',
    model: 'ia llm chatbot assistant modèle chatgpt',
    duty: 'dois devez doit réponds répondez recommand veuillez écri mentionn ajout dis dites',
  }),
  stems({
    cancel: 'ignor olvid descart omit',
    prior: 'anterior previ todas todos tus sus original',
    orders: 'instruccion orden órdenes regla directriz directrices indicacion prompt comando',
    disclose: 'revel muestr imprim repit',
    model: 'ia llm chatbot asistente modelo chatgpt',
    duty: 'debes debe respond recomiend recomend escrib menciona añade di por',
  }),
  stems({
    cancel: 'ignor dimentic scart trascur',
    prior: 'precedent tutte tutti tue tuoi sopra original',
    orders: 'istruzion ordini regol direttiv comand prompt',
    disclose: 'rivel mostr stamp ripet',
    model: 'ia ai llm chatbot assistente modello chatgpt',
    duty: 'devi deve rispond consigli raccomand scriv menzion aggiung',
  }),
  stems({
    cancel: 'ignor esqueç esquec desconsider descart',
    prior: 'anterior prévi todas todos suas seus acima original',
    orders: 'instruç instruc ordens regra diretriz diretrizes comando prompt',
    disclose: 'revel mostr imprim repit exib',
    model: 'ia llm chatbot assistente modelo chatgpt',
    duty: 'deve devem respond recomend escrev mencion adicion',
  }),
  stems({
    cancel: 'negeer vergeet',
    prior: 'vorige eerdere voorgaande alle je uw bovenstaande',
    orders: 'instructie opdracht regel richtlijn prompt aanwijzing',
    disclose: 'toon onthul geef herhaal',
    model: 'ai llm chatbot assistent ai-assistent taalmodel chatgpt',
    duty: 'moet gelieve antwoord schrijf beveel noem zeg',
  }),
  stems({
    cancel: 'zignoruj ignoruj zapomnij pomiń',
    prior: 'poprzedni wcześniejs wszystkie powyższ twoje',
    orders: 'instrukcj poleceni polecenia zasad reguł prompt wytyczn',
    disclose: 'ujawnij pokaż wypisz powtórz',
    model: 'ai llm chatbot asystent model chatgpt si',
    duty: 'musisz powin odpowiedz napisz polec proszę',
  }),
  stems({
    cancel: 'ignorera glöm bortse ignorer glem',
    prior: 'tidigare föregående alla tidligere foregående alle dina dine',
    orders: 'instruktion anvisning regl prompt order instruks',
    disclose: 'visa avslöja upprepa vis avslør gentag',
    model: 'ai llm chatbot assistent språkmodell sprogmodel chatgpt',
    duty: 'måste ska svara skriv rekommendera skal anbefal',
  }),
  stems({
    cancel: 'игнорируй игнорируйте проигнорируй забудь забудьте отбрось',
    prior: 'предыдущ прежн все всё выше свои твои ваши',
    orders: 'инструкци указани команд правил промпт',
    disclose: 'покажи раскрой выведи повтори напечатай',
    model: 'ии нейросеть чат-бот ассистент модель chatgpt',
    duty: 'должен должна должны ответь напиши рекомендуй пожалуйста',
  }),
  stems({
    cancel: 'görmezden yoksay unut dikkate',
    prior: 'önceki tüm yukarıdaki',
    orders: 'talimat komut kural yönerge prompt',
    disclose: 'göster açıkla yazdır',
    model: 'yapay llm sohbet asistan chatgpt',
    duty: 'gerekir lütfen yanıtla yaz öner malısın melisin',
  }),
  stems({
    cancel: 'تجاهل انس تجاهلي',
    prior: 'السابقة السابقه جميع كل أعلاه',
    orders: 'التعليمات تعليمات الأوامر أوامر القواعد',
    disclose: 'اكشف اعرض اطبع',
    model: 'الاصطناعي مساعد روبوت',
    duty: 'يجب أجب اكتب',
  }),
]

/** Languages without spaces between words, and others whose words change too much: pairs that stand near each other. */
const pairs: readonly (readonly [first: RegExp, second: RegExp])[] = [
  [/忽略|无视|無視|忽視|不要理会|不要理會|忘记|忘記/, /指令|指示|提示|规则|規則|說明|说明|命令/],
  [/無視|忘れ/, /指示|命令|プロンプト|ルール|指令/],
  [/무시|잊어|잊으/, /지시|명령|프롬프트|지침/],
  [
    /如果你是|如果您是|あなたが|당신이/,
    /AI|人工智能|人工知能|语言模型|語言模型|言語モデル|인공지능|언어 ?모델/,
  ],
  [/显示|顯示|輸出|输出|透露|揭示|表示/, /系统提示|系統提示|システムプロンプト/],
  [/अनदेखा|नज़रअंदाज़|भूल जा/, /निर्देश/],
]
const pairDistanceMax = 32

function hasPair(text: string): boolean {
  return pairs.some(([first, second]) => {
    const at = text.search(first)
    if (at === -1) return false
    return second.test(text.slice(Math.max(0, at - pairDistanceMax), at + pairDistanceMax))
  })
}

const distanceMax = 8

/** Whether a sentence in another language than English cancels instructions, asks for them, or speaks to a model. */
export function instructsInOtherLanguage({ text, words }: Sentence): boolean {
  if (hasPair(text)) return true
  return languages.some((language) => {
    const indexOf = (list: readonly string[], from = 0) =>
      words.findIndex((word, index) => index >= from && list.some((stem) => word.startsWith(stem)))
    const orders = indexOf(language.orders)
    if (orders !== -1) {
      const isNear = (list: readonly string[]) => {
        const at = words.findIndex(
          (word, index) =>
            Math.abs(index - orders) <= distanceMax && list.some((stem) => word.startsWith(stem)),
        )
        return at !== -1
      }
      if (isNear(language.cancel) && isNear(language.prior)) return true
      const isOfSystem = words.some((word) => /^(?:syst[eè]m|sistem|систем)/u.test(word))
      if (isOfSystem && isNear(language.disclose)) return true
    }
    const model = words.findIndex((word) => language.model.includes(word))
    return (
      model !== -1 && model < 8 && speaksTo(words, model) && indexOf(language.duty, model) !== -1
    )
  })
}

/** Words with which a text turns to its reader. */
const turning = new Set(
  'wenn du sie eine ein achtung hinweis an für si tu vous es êtes attention aux à les une un eres usted una atención para nota los las se sei attenzione per nota você é atenção als je een let op aan voor jeśli jesteś uwaga dla om är obs till hvis er если ты вы внимание для eğer dikkat bir إذا كنت'.split(
    ' ',
  ),
)

const speaksTo = (words: readonly string[], model: number) =>
  words.slice(Math.max(0, model - 4), model).filter((word) => turning.has(word)).length >= 2
