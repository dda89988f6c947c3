import { languageName } from '../../contract/languages.ts'
import { readIn } from '../readIn.ts'
import { usePlatform } from '../session.ts'
import { pageLanguage, t } from '../text.ts'
import * as styles from './LanguageLinks.css.ts'

/** Languages in which the pages before a sign-in can be read; nothing where there is only one. */
export function LanguageLinks() {
  const languages = usePlatform().tenant?.languages ?? []
  if (languages.length < 2) return null
  return (
    <ul aria-label={t('Language')} className={styles.list}>
      {languages.map((language) => (
        <li key={language}>
          <button
            type="button"
            lang={language}
            aria-pressed={language === pageLanguage()}
            className={styles.button}
            onClick={() => readIn(language)}
          >
            {languageName(language)}
          </button>
        </li>
      ))}
    </ul>
  )
}
