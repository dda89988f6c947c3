import { createHash } from 'node:crypto'
import { globSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Plugin } from 'vite'
import { directionOf, PSEUDO_LANGUAGE, SOURCE_LANGUAGE } from '../../core/contract/languages.ts'
import type { Catalog, Forms } from '../../core/contract/text.ts'
import { readCatalog } from '../../core/server/text.ts'
import { textsOf } from './findTexts.ts'

const OPEN = '⟦¶'
const CLOSE = '¶⟧'
/** Stands in the service worker for the folder of the language. */
export const FOLDER_MARK = '⟪folder⟫'

const marked = /(["'`])⟦¶([^¶]*)¶⟧\1/g
const mark = (text: string) => JSON.stringify(OPEN + text + CLOSE)

/**
 * Marks every text, so that it is found in what is built however it was minified and cut into chunks, and writes the
 * built scripts once per language, with the words of the language in the place of the English ones: a language costs no
 * request and no catalog in the browser. `.vite/languages.json` names the folder of each language.
 */
export function texts(languages: readonly string[]): Plugin {
  return {
    name: 'texts',
    enforce: 'pre',
    apply: 'build',
    transform: {
      filter: { id: /\/(core|plugins|web)\/[^?]*(?<!\.css)\.tsx?(\?calls)?$/ },
      async handler(code, id) {
        const [file = '', isCalls] = id.split('?')
        const source = isCalls === undefined ? code : await readFile(file, 'utf8')
        const found = textsOf(file, source)
        if (found.length === 0) return null
        let out = code
        if (isCalls === undefined) {
          for (const { text, start, end } of found.toReversed()) out = out.slice(0, start) + mark(text) + out.slice(end)
        } else {
          for (const { text } of found) out = out.replaceAll(JSON.stringify(text), () => mark(text))
        }
        return { code: out, map: null }
      },
    },
    async writeBundle({ dir }) {
      if (dir) await placeLanguages(dir, languages)
    },
  }
}

async function placeLanguages(dir: string, languages: readonly string[]): Promise<void> {
  const names = globSync('assets/**/*.js', { cwd: dir })
  const scripts = await Promise.all(
    names.map(async (name) => ({ name, code: await readFile(join(dir, name), 'utf8') })),
  )
  const pages = await Promise.all(
    globSync('{index.html,sw.js}', { cwd: dir }).map(async (name) => ({
      name,
      code: await readFile(join(dir, name), 'utf8'),
    })),
  )
  const folders: Record<string, string> = {}
  for (const language of languages.filter((one) => one !== SOURCE_LANGUAGE)) {
    const catalog = catalogFor(language)
    const folder = `${language}-${createHash('sha256').update(JSON.stringify(catalog)).digest('hex').slice(0, 8)}`
    folders[language] = folder
    const moved = (code: string) => code.replaceAll(/(["'`]\/?)assets\/([\w.-]+\.js)\b/g, `$1assets/${folder}/$2`)
    for (const { name, code } of scripts) {
      // A worker and a library of its own are the same in all languages.
      if (dirname(name) !== 'assets') continue
      const placed = moved(placeTexts(code, catalog))
      if (placed !== placeTexts(code, {})) await write(join(dir, 'assets', folder, basename(name)), placed)
    }
    for (const { name, code } of pages) {
      const placed = code
        .replaceAll(/\/assets\/([\w.-]+\.js)\b/g, `/assets/${folder}/$1`)
        .replaceAll(FOLDER_MARK, `/${folder}`)
      await write(
        join(dir, folder, name),
        placed.replace('<html lang="en">', `<html lang="${language}" dir="${directionOf(language)}">`),
      )
    }
  }
  for (const { name, code } of scripts) if (code.includes(OPEN)) await writeFile(join(dir, name), placeTexts(code, {}))
  for (const { name, code } of pages)
    if (code.includes(FOLDER_MARK)) await writeFile(join(dir, name), code.replaceAll(FOLDER_MARK, ''))
  await write(join(dir, '.vite/languages.json'), JSON.stringify(folders))
}

async function write(file: string, content: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, content)
}

/** Reads a catalog; the pseudo-language has an entry for every text. */
const catalogFor = (language: string): Catalog =>
  language === PSEUDO_LANGUAGE
    ? new Proxy({}, { get: (_, text) => (typeof text === 'string' && text !== 'toJSON' ? pseudo(text) : undefined) })
    : readCatalog(language)

const accents: Record<string, string> = { a: 'á', e: 'é', i: 'í', o: 'ó', u: 'ú', c: 'ç', n: 'ñ', s: 'š', y: 'ý' }

/** Writes a text with accents, and longer, as translations are. */
export const pseudo = (text: string): string =>
  `${text
    .split(/(\{\w+\})/)
    .map((part, index) =>
      index % 2 === 1 ? part : part.replaceAll(/[aeioucnsy]/g, (letter) => accents[letter] ?? letter),
    )
    .join('')} ${'·'.repeat(1 + Math.ceil(text.length / 12))}`

/**
 * Puts the words of a language in the place of the English ones that are marked in a built script. A text that a minifier
 * joined with others stays English.
 */
export function placeTexts(script: string, catalog: Catalog): string {
  const placed = script.replaceAll(marked, (_, _quote: string, raw: string) => {
    const text = unescaped(raw)
    const said: string | Forms = catalog[text] ?? text
    return JSON.stringify(said)
  })
  return placed.replaceAll(OPEN, '').replaceAll(CLOSE, '')
}

const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v', 0: '\0' }

/** Reads what stands between the quotes of a literal, as a minifier wrote it. */
const unescaped = (raw: string): string =>
  raw.replaceAll(/\\(?:u\{([0-9a-f]+)\}|u([0-9a-f]{4})|x([0-9a-f]{2})|([^]))/gi, (_, long, four, two, one: string) => {
    const code = (long ?? four ?? two) as string | undefined
    return code === undefined ? (escapes[one] ?? one) : String.fromCodePoint(Number.parseInt(code, 16))
  })
