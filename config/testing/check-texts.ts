import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readCatalog } from '#core/server/text.ts'
import { collectTexts, completeLanguages, extractedFiles, missingTexts } from '#web/build/collectTexts.ts'
import { leftTexts } from '#web/build/leftTexts.ts'
import { report } from '#core/testing/report.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const texts = collectTexts(root)
let problems = 0
for (const language of completeLanguages) {
  for (const { text, file } of missingTexts(texts, readCatalog(language))) {
    problems++
    report(`${language} lacks “${text}” of ${file}`)
  }
}
for (const file of globSync(extractedFiles, { cwd: root })
  .filter((name) => name.endsWith('.tsx'))
  .toSorted()) {
  for (const left of leftTexts(file, readFileSync(root + file, 'utf8'))) {
    problems++
    report(`${file}:${left} is not given to t`)
  }
}
if (problems > 0) process.exitCode = 1
else report(`${new Set(texts.map(({ text }) => text)).size} texts, all in ${completeLanguages.join(', ')}`)
