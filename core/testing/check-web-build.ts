import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { ensureWebBuilt, webDist } from '#core/server/web-build.ts'
import { TEST_LANGUAGES } from './languages.ts'
import { report } from './report.ts'

/**
 * Budget of what a person on a slow line loads before they can sign in: scripts of the entry, which holds the sign-in
 * page, gzipped, in kB.
 */
const budget = 130
/** Files of scripts that this takes, each of which is a request. */
const maxFiles = 4
/** Words of the sign-in page. */
const signInPage = 'Platform Access'
/** Words of the library that contracts are written in, which the sign-in page does without. */
const contractWords = 'invalid_union'

/** Budget of what a signed-in user loads beyond that until the first dashboard shows: gzipped, in kB. */
const dashboardBudget = 128
const dashboards = ['platform-dashboard', 'organization-dashboard']

/** Loaded when a user begins to write; readers never need it. */
const editor = '../core/web/ui/rich-text/RichTextEditor.tsx'
/** Words of the editor's code. */
const editorWords = 'ProseMirror-focused'

/**
 * Budget of what the page of a lesson loads beyond the shell, with any one kind of lesson: gzipped, in kB.
 * web/vite.config.ts names its chunks.
 */
const lessonBudget = 94

interface ManifestChunk {
  file: string
  name?: string
  isEntry?: boolean
  imports?: string[]
}

await ensureWebBuilt({ log: { info: report }, languages: TEST_LANGUAGES })
const manifest = JSON.parse(await readFile(join(webDist, '.vite/manifest.json'), 'utf8')) as Record<
  string,
  ManifestChunk
>

/** Lists the files that are loaded at once with a chunk, and its own. */
function filesWith(key: string, files = new Set<string>()): Set<string> {
  const chunk = manifest[key]
  if (!chunk || files.has(chunk.file)) return files
  files.add(chunk.file)
  for (const imported of chunk.imports ?? []) filesWith(imported, files)
  return files
}
function filesOf(name: string): Set<string> {
  const key = Object.keys(manifest).find((one) => manifest[one]?.name === name)
  if (!key) throw new Error(`Nothing is built by the name ${name}, which web/vite.config.ts gives`)
  return filesWith(key)
}
const files = new Set(
  Object.keys(manifest)
    .filter((key) => manifest[key]?.isEntry)
    .flatMap((key) => [...filesWith(key)]),
)

/** In kB. */
const gzippedKb = async (code: Buffer) => (await promisify(gzip)(code, { level: 9 })).length / 1000

let total = 0
let hasSignInPage = false
let hasContracts = false
for (const file of files) {
  const code = await readFile(join(webDist, file))
  const size = await gzippedKb(code)
  total += size
  hasSignInPage ||= code.includes(signInPage)
  hasContracts ||= code.includes(contractWords)
  report(`${size.toFixed(1).padStart(8)} kB  ${file}`)
}
report(
  `${total.toFixed(1)} of ${budget} kB of gzipped scripts in ${files.size} of ${maxFiles} files until the sign-in page shows`,
)
if (total > budget || files.size > maxFiles) process.exitCode = 1
if (!hasSignInPage) {
  report(`The sign-in page (“${signInPage}”) is no part of the entry, so the sum says nothing`)
  process.exitCode = 1
}

if (hasContracts) {
  report('The sign-in page loads the library of contracts, for which web/build/contractCalls.ts has to be mended')
  process.exitCode = 1
}

/** Gzipped, in kB, without what is there already. */
async function sizeBeyond(loaded: ReadonlySet<string>, wanted: ReadonlySet<string>): Promise<number> {
  const beyond = [...wanted].filter((file) => !loaded.has(file))
  const sizes = await Promise.all(beyond.map(async (file) => gzippedKb(await readFile(join(webDist, file)))))
  return sizes.reduce((sum, one) => sum + one, 0)
}

/** Any page of a signed-in user. */
const shell = new Set([...files, ...filesOf('app')])
for (const name of dashboards) {
  const size = await sizeBeyond(files, new Set([...shell, ...filesOf(name)]))
  report(`${size.toFixed(1).padStart(8)} of ${dashboardBudget} kB  the ${name.replace('-', ' ')}`)
  if (size > dashboardBudget) process.exitCode = 1
}

const holdsEditor = new Set<string>()
for (const { file } of Object.values(manifest)) {
  if (file.endsWith('.js') && (await readFile(join(webDist, file), 'utf8')).includes(editorWords)) holdsEditor.add(file)
}
const eager = Object.keys(manifest).filter(
  (key) => key !== editor && [...filesWith(key)].some((file) => holdsEditor.has(file)),
)
if (eager.length > 0 || holdsEditor.size === 0 || !manifest[editor]) {
  report(`The editor of rich text is to come by itself, when it is shown: ${eager.join(', ') || 'it is not built'}`)
  process.exitCode = 1
}

for (const name of ['viewers', 'quiz']) {
  const size = await sizeBeyond(shell, new Set([...filesOf('lesson'), ...filesOf(name)]))
  report(`${size.toFixed(1).padStart(8)} of ${lessonBudget} kB  a lesson with its ${name}`)
  if (size > lessonBudget) process.exitCode = 1
}

/** Budget of what the service worker stores, with the document: as it is loaded, in kB. */
const offlineBudget = 1500
const offline = JSON.parse(await readFile(join(webDist, '.vite/offline.json'), 'utf8')) as string[]
let offlineSize = 0
for (const file of ['index.html', ...offline]) {
  const content = await readFile(join(webDist, file))
  offlineSize += file.endsWith('.woff2') ? content.length / 1000 : await gzippedKb(content)
}
report(
  `${offlineSize.toFixed(1).padStart(8)} of ${offlineBudget} kB  stored by the service worker, ${offline.length} files`,
)
if (offlineSize > offlineBudget || !offline.some((file) => file.endsWith('.css'))) process.exitCode = 1
