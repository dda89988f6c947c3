import { AsyncLocalStorage } from 'node:async_hooks'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { SOURCE_LANGUAGE } from '#core/contract/languages.ts'
import { readBy, t, type Catalog } from '#core/contract/text.ts'

export { readersLanguage, t } from '#core/contract/text.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const reader = new AsyncLocalStorage<string>()
const catalogs = new Map<string, Catalog>()

/** Reads the words that core and all plugins have of a language. */
export function readCatalog(language: string): Catalog {
  const files = globSync(`{core,plugins/*}/texts/${language}.json`, { cwd: root }).toSorted()
  return Object.assign({}, ...files.map((file) => JSON.parse(readFileSync(root + file, 'utf8')))) as Catalog
}

/** Reads the words of a language when its first reader asks for them. */
function catalogOf(language: string): Catalog {
  let catalog = catalogs.get(language)
  if (!catalog) catalogs.set(language, (catalog = readCatalog(language)))
  return catalog
}

/** Lets `work` say everything in a language: that of the caller of a request, or of the recipient of an email. */
export const inLanguage = <Result>(language: string, work: () => Result): Result => reader.run(language, work)

const language = () => reader.getStore() ?? SOURCE_LANGUAGE

readBy({
  language,
  find: (text) => (language() === SOURCE_LANGUAGE ? undefined : catalogOf(language())[text]),
})

/** Translates a text that other code has written as a literal, such as the message of an error. */
export const translateText = (text: string): string => t<string>(text)
