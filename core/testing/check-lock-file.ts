import { readFile } from 'node:fs/promises'
import { looseEnds, type LockFile } from './packages.ts'
import { report } from './report.ts'

const path = new URL('../../package-lock.json', import.meta.url)
const found = looseEnds(JSON.parse(await readFile(path, 'utf8')) as LockFile)
for (const sentence of found) report(sentence)
if (found.length > 0) {
  report('Let npm write these entries anew, or take versions that the registry has for every platform.')
  process.exitCode = 1
}
