import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { ensureWebBuilt, webDist } from '#core/server/web-build.ts'
import { report } from './report.ts'

/** What a person on a slow line loads before they can sign in: scripts of entry and sign-in page, gzipped, in kB. */
const budget = 180
const signInPage = /(^|\/)core\/web\/pages\/(.+\/)?SignInPage\.tsx$/

interface ManifestChunk {
  file: string
  src?: string
  isEntry?: boolean
  imports?: string[]
}

await ensureWebBuilt({ log: { info: report } })
const manifest = JSON.parse(await readFile(join(webDist, '.vite/manifest.json'), 'utf8')) as Record<
  string,
  ManifestChunk
>

const files = new Set<string>()
function addWithImports(key: string) {
  const chunk = manifest[key]
  if (!chunk || files.has(chunk.file)) return
  files.add(chunk.file)
  for (const imported of chunk.imports ?? []) addWithImports(imported)
}
const start = Object.keys(manifest).filter((key) => manifest[key]?.isEntry || signInPage.test(key))
for (const key of start) addWithImports(key)

let total = 0
for (const file of files) {
  const size = (await promisify(gzip)(await readFile(join(webDist, file)), { level: 9 })).length / 1000
  total += size
  report(`${size.toFixed(1).padStart(8)} kB  ${file}`)
}
report(`${total.toFixed(1)} of ${budget} kB of gzipped scripts until the sign-in page shows`)
if (total > budget) process.exitCode = 1
if (!start.some((key) => signInPage.test(key))) {
  report(`The sign-in page is not among the build's chunks (${signInPage.source}), so the sum says nothing`)
  process.exitCode = 1
}
