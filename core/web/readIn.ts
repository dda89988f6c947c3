import { LANGUAGE_COOKIE } from '../contract/languages.ts'
import { pageLanguage } from './text.ts'

const YEAR_SECONDS = 31_536_000
const RELOADED_KEY = 'language-reloaded'

/** Loads the page anew in a language, in which this browser then shows the pages before a sign-in too. */
export function readIn(language: string): void {
  document.cookie = `${LANGUAGE_COOKIE}=${language}; path=/; max-age=${String(YEAR_SECONDS)}; samesite=lax`
  if (language !== pageLanguage()) location.reload()
}

/**
 * Loads the page anew where the user who has signed in reads another language than the page before; once, so that a
 * page which is answered from the device stays.
 */
export function readInUsersLanguage(language: string | null, offered: readonly string[]): void {
  if (!language || language === pageLanguage() || !offered.includes(language)) return
  if (sessionStorage.getItem(RELOADED_KEY) === language) return
  sessionStorage.setItem(RELOADED_KEY, language)
  readIn(language)
}
