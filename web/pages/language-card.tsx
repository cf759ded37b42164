import { language } from '../format.ts'
import { Card } from '../ui/card.tsx'
import * as words from '../words/en/settings.ts'
import * as terms from '../words/en/terms.ts'

/** Languages by their own names. */
const names = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  ja: '日本語',
  pt: 'Português',
  zh: '中文',
}

/** The service reads the cookie when it sends the page. */
function choose(chosen: string): void {
  document.cookie = `weir-language=${chosen}; path=/console; max-age=31536000; samesite=lax`
  location.reload()
}

export function LanguageCard() {
  return (
    <Card title={terms.fieldLanguage}>
      <label class="labelled narrow-form">
        {words.languageLabel}
        <select value={language} onChange={(event) => choose(event.currentTarget.value)}>
          {Object.entries(names).map(([code, name]) => (
            <option key={code} value={code} lang={code}>
              {name}
            </option>
          ))}
        </select>
        <small>{words.languageHint}</small>
      </label>
    </Card>
  )
}
