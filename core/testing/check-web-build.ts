import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { ensureWebBuilt, webDist } from '#core/server/web-build.ts'
import { report } from './report.ts'

/** What a person on a slow line loads before they can sign in: scripts of the entry, which holds the sign-in page, gzipped, in kB. */
const budget = 180
/** Files of scripts that this takes, each of which is a request. */
const maxFiles = 12
/** Words of the sign-in page. */
const signInPage = 'Platform Access'

/** Loaded when somebody begins to write; whoever reads never needs it. */
const editor = '../core/web/ui/rich-text/RichTextEditor.tsx'
/** Words of the editor's code. */
const editorWords = 'ProseMirror-focused'

/** What the page of a lesson loads beyond the shell, with any one kind of lesson: gzipped, in kB. */
const lessonBudget = 90
const lessonPage = '../plugins/lms/learning/web/CoursePage.tsx'
/** Where the kinds of lessons have what learners see. */
const lessonViewer = /^\.\.\/plugins\/lms\/lessons\/kinds\/.*Viewer\.tsx$/

interface ManifestChunk {
  file: string
  isEntry?: boolean
  imports?: string[]
}

await ensureWebBuilt({ log: { info: report } })
const manifest = JSON.parse(await readFile(join(webDist, '.vite/manifest.json'), 'utf8')) as Record<
  string,
  ManifestChunk
>

/** What is loaded at once with a chunk, and itself. */
function filesWith(key: string, files = new Set<string>()): Set<string> {
  const chunk = manifest[key]
  if (!chunk || files.has(chunk.file)) return files
  files.add(chunk.file)
  for (const imported of chunk.imports ?? []) filesWith(imported, files)
  return files
}
const files = new Set(
  Object.keys(manifest)
    .filter((key) => manifest[key]?.isEntry)
    .flatMap((key) => [...filesWith(key)]),
)

/** In kB. */
const gzipped = async (code: Buffer) => (await promisify(gzip)(code, { level: 9 })).length / 1000

let total = 0
let hasSignInPage = false
for (const file of files) {
  const code = await readFile(join(webDist, file))
  const size = await gzipped(code)
  total += size
  hasSignInPage ||= code.includes(signInPage)
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

// Whatever page somebody is on who is signed in.
const shell = filesWith('../core/web/shell/Shell.tsx', filesWith('plugins.ts', new Set(files)))
const viewers = Object.keys(manifest).filter((key) => lessonViewer.test(key))
for (const viewer of viewers) {
  const beyond = [...filesWith(viewer, filesWith(lessonPage))].filter((file) => !shell.has(file))
  const sizes = await Promise.all(beyond.map(async (file) => gzipped(await readFile(join(webDist, file)))))
  const size = sizes.reduce((sum, one) => sum + one, 0)
  report(`${size.toFixed(1).padStart(8)} of ${lessonBudget} kB  a lesson with ${viewer.split('/').at(-1) ?? ''}`)
  if (size > lessonBudget) process.exitCode = 1
}
if (viewers.length === 0 || !manifest[lessonPage]) {
  report('The page of a lesson is not built as it was, so nothing says what it loads')
  process.exitCode = 1
}
