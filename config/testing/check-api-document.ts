import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { readEnv } from '#config/env.ts'
import { plugins } from '#config/plugins.ts'
import { apiDocument } from '#core/server/http/api-document.ts'
import { describeContracts } from '#core/server/platform.ts'
import { report } from '../../core/testing/report.ts'

const config = fileURLToPath(new URL('../redocly.yaml', import.meta.url))
const redocly = join(fileURLToPath(import.meta.resolve('@redocly/cli/package.json')), '../bin/cli.js')

/** Disables its telemetry and its check for newer versions. */
const QUIET_ENV = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }

interface Findings {
  totals: { errors: number; warnings: number }
  problems: { ruleId: string; severity: string; message: string; location: { pointer?: string }[] }[]
}

const folder = await mkdtemp(join(tmpdir(), 'api-document-'))
try {
  const env = readEnv({
    DATABASE_URL: 'postgres://nowhere',
    DATA_DIR: folder,
    SESSION_KEY: '0'.repeat(64),
    PUBLIC_URL: 'https://learn.example.org',
  })
  const file = join(folder, 'openapi.json')
  await writeFile(file, JSON.stringify(apiDocument(env, describeContracts(env, plugins))))
  const words = [redocly, 'lint', file, '--config', config, '--format', 'json', '--max-problems', '1000']
  const { stdout } = await promisify(execFile)(process.execPath, words, {
    env: { ...process.env, ...QUIET_ENV },
    maxBuffer: 100 * 1024 ** 2,
  }).catch((failed: { stdout: string }) => failed)
  const { totals, problems } = JSON.parse(stdout) as Findings
  for (const { severity, ruleId, message, location } of problems) {
    report(`${severity}: ${ruleId} at ${location[0]?.pointer ?? 'the document'}\n  ${message}`)
  }
  report(`${totals.errors} errors, ${totals.warnings} warnings`)
  if (totals.errors + totals.warnings > 0) process.exitCode = 1
} finally {
  await rm(folder, { recursive: true })
}
