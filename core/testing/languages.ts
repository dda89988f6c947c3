import { PSEUDO_LANGUAGE } from '#core/contract/languages.ts'

/** Languages of the web app that tests run with: one build serves all of them. */
export const TEST_LANGUAGES: readonly string[] = ['en', 'es', 'ar', PSEUDO_LANGUAGE]
