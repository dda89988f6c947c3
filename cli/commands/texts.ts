import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Command } from 'commander'
import type { GetTextTranslation } from 'gettext-parser'
import { isLanguageCode, languageName } from '#core/contract/languages.ts'
import type { Catalog, Forms } from '#core/contract/text.ts'
import { readCatalog } from '#core/server/text.ts'
import { countText } from '#core/server/texts.ts'
import { collectTexts, missingTexts, ownerOfTexts, type CollectedText } from '#web/build/collectTexts.ts'
import { CommandFailure } from '../failure.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Plural forms of a language in the order in which a PO file numbers them. */
export const formsOf = (language: string): Intl.LDMLPluralRule[] =>
  new Intl.PluralRules(language).resolvedOptions().pluralCategories

export function addTexts(cli: Command): void {
  const command = cli.command('texts').description('texts of the platform and their translations')
  command
    .command('missing')
    .description('list the texts that a language lacks')
    .argument('<language>', 'such as es or so')
    .action((language: string) => {
      const missing = missingTexts(collectTexts(root), readCatalog(checked(language)))
      for (const { text, file } of missing) console.log(`${file}: ${text}`)
      console.log(`${countText(missing.length, 'text')} missing in ${languageName(language)}`)
    })
  command
    .command('export')
    .description('write all texts with their translations as a PO file for translators')
    .argument('<language>')
    .argument('<file>')
    .action(async (language: string, file: string) => {
      const texts = collectTexts(root)
      writeFileSync(file, await writePo(checked(language), texts, readCatalog(language)))
      console.log(`Wrote ${countText(new Set(texts.map(({ text }) => text)).size, 'text')} to ${file}`)
    })
  command
    .command('import')
    .description('take the translations of a PO file into the catalogs beside core and the plugins')
    .argument('<language>')
    .argument('<file>')
    .action(async (language: string, file: string) => {
      const count = writeCatalogs(checked(language), await readPo(language, readFileSync(file)))
      console.log(
        `Took ${countText(count, 'translation')}. The next start builds the web app in ${languageName(language)}`,
      )
    })
}

function checked(language: string): string {
  if (!isLanguageCode(language)) throw new CommandFailure(`“${language}” is no language, such as es or zh-Hans`)
  return language
}

/** Writes a PO file, with the files in which a text stands. */
export async function writePo(language: string, texts: readonly CollectedText[], catalog: Catalog): Promise<Buffer> {
  const { po } = await import('gettext-parser')
  const forms = formsOf(language)
  const entries: Record<string, GetTextTranslation> = {}
  for (const { text, one, file } of texts) {
    const reference = [...new Set([...(entries[one ?? text]?.comments?.reference?.split('\n') ?? []), file])].join('\n')
    const said = catalog[text]
    entries[one ?? text] = {
      msgid: one ?? text,
      ...(one !== undefined && { msgid_plural: text }),
      msgstr: one === undefined ? [typeof said === 'string' ? said : ''] : forms.map((form) => formIn(said, form)),
      comments: { reference },
    }
  }
  const headers = {
    Language: language,
    'Content-Type': 'text/plain; charset=utf-8',
    'X-Plural-Forms': forms.join(', '),
  }
  return po.compile({ charset: 'utf-8', headers, translations: { '': entries } })
}

const formIn = (said: string | Forms | undefined, form: Intl.LDMLPluralRule) =>
  typeof said === 'object' ? (said[form] ?? '') : ''

/** Reads the translations of a PO file; what is empty stays untranslated. */
export async function readPo(language: string, content: Buffer): Promise<Catalog> {
  const { po } = await import('gettext-parser')
  const forms = formsOf(language)
  const catalog: Catalog = {}
  for (const { msgid, msgid_plural: many, msgstr } of Object.values(po.parse(content).translations[''] ?? {})) {
    if (msgid === '' || msgstr.every((text) => text === '')) continue
    catalog[many ?? msgid] =
      many === undefined
        ? (msgstr[0] ?? '')
        : Object.fromEntries(forms.flatMap((form, index) => (msgstr[index] ? [[form, msgstr[index]]] : [])))
  }
  return catalog
}

/** Writes each text beside the part of the platform that has it first; others stay as they are. */
function writeCatalogs(language: string, catalog: Catalog): number {
  const owners = new Map(
    collectTexts(root)
      .toReversed()
      .map(({ text, file }) => [text, ownerOfTexts(file)]),
  )
  const known = Object.keys(catalog).filter((text) => owners.has(text))
  for (const owner of new Set(owners.values())) {
    const file = join(root, owner, `texts/${language}.json`)
    const former = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Catalog) : {}
    const own = known.filter((text) => owners.get(text) === owner).map((text) => [text, catalog[text]])
    const merged = Object.entries({ ...former, ...(Object.fromEntries(own) as Catalog) })
    if (merged.length === 0) continue
    mkdirSync(dirname(file), { recursive: true })
    const sorted = merged.toSorted(([first], [second]) => (first < second ? -1 : 1))
    writeFileSync(file, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`)
  }
  return known.length
}
