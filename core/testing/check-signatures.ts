import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { signatureVerdict } from './packages.ts'
import { report } from './report.ts'

/** Milliseconds for all packages; a network that answers nothing must not hold up the other checks. */
const TIME_LIMIT_MS = 60_000

const { stdout } = spawnSync('npm', ['audit', 'signatures', '--json', '--fetch-retries=0', '--fetch-timeout=10000'], {
  cwd: fileURLToPath(new URL('../../', import.meta.url)),
  encoding: 'utf8',
  timeout: TIME_LIMIT_MS,
  shell: process.platform === 'win32',
})
const { passed, words } = signatureVerdict(stdout)
report(words)
if (!passed) process.exitCode = 1
