import { fileURLToPath } from 'node:url'
import { dependencyRules } from '#config/dependency-rules.ts'
import { checkDependencies } from './dependencies.ts'
import { report } from './report.ts'

const { files, violations } = await checkDependencies(
  fileURLToPath(new URL('../../', import.meta.url)),
  dependencyRules,
)
for (const { name, because, from, to } of violations) report(`${name}: ${from} imports ${to}\n  ${because}`)
report(`${violations.length} violations in ${files} files`)
if (violations.length > 0) process.exitCode = 1
