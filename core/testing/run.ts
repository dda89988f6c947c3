import { type SpawnOptions, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { report } from './report.ts'
import { describeFailures, type RunResult, summarize } from './results.ts'

interface Check {
  name: string
  /** A program of node_modules/.bin and its arguments. */
  command: [program: string, ...args: string[]]
  /** Shows the last line of a passing check: its measurement. */
  measures?: boolean
}

const checks: Check[] = [
  { name: 'web build and its size', command: ['node', 'core/testing/check-web-build.ts'], measures: true },
  { name: 'types', command: ['tsc', '--noEmit'] },
  { name: 'lint', command: ['oxlint', '--deny-warnings'] },
  { name: 'format', command: ['oxfmt', '--check'] },
  { name: 'dependency rules', command: ['node', 'core/testing/check-dependencies.ts'] },
  { name: 'API document', command: ['node', 'core/testing/check-api-document.ts'], measures: true },
  { name: 'lock file', command: ['node', 'core/testing/check-lock-file.ts'] },
  { name: 'signatures of packages', command: ['node', 'core/testing/check-signatures.ts'], measures: true },
  { name: 'dead code', command: ['knip', '--config', 'config/knip.json', '--treat-config-hints-as-errors'] },
]

const root = fileURLToPath(new URL('../../', import.meta.url))
const env = {
  ...process.env,
  // The Node and the tools of the project come before those of the machine.
  PATH: [join(root, 'node_modules/.bin'), process.env['PATH']].join(delimiter),
  // Vitest and the checks colour their output in CI, where it is read as plain text.
  ...(process.stdout.isTTY ? {} : { NO_COLOR: '1' }),
}

interface Outcome {
  status: number
  output: string
}

/** Runs a program without standard input; a program that cannot be started has failed with the reason as its output. */
function run([program, ...args]: Check['command'], stdio: SpawnOptions['stdio']): Promise<Outcome> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    const child = spawn(program, args, { cwd: root, env, stdio, shell: process.platform === 'win32' })
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.on('error', (error) => chunks.push(Buffer.from(error.message)))
    child.on('close', (status) => resolve({ status: status ?? 1, output: Buffer.concat(chunks).toString().trim() }))
  })
}

async function runCheck({ name, command, measures }: Check): Promise<boolean> {
  const start = performance.now()
  const { status, output } = await run(command, ['ignore', 'pipe', 'pipe'])
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  const measured = measures ? `: ${output.split('\n').at(-1)}` : ''
  if (status === 0) report(`passed  ${name} (${seconds} s)${measured}`)
  else report(`FAILED  ${name} (${seconds} s), repeat with: npx ${command.join(' ')}\n${output}\n`)
  return status === 0
}

/** Runs every check, two at a time, whatever the others say. */
async function runChecks(): Promise<RunResult> {
  const result = { passed: 0, failed: 0, skipped: 0 }
  const waiting = [...checks]
  async function work() {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      if (await runCheck(check)) result.passed++
      else result.failed++
    }
  }
  await Promise.all([work(), work()])
  return result
}

async function runTests(): Promise<RunResult> {
  const folder = await mkdtemp(join(tmpdir(), 'test-results-'))
  const file = join(folder, 'results.json')
  try {
    const config = ['--config', 'config/vitest.config.ts']
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
    const { status } = await run(['vitest', 'run', ...config, ...reporters], ['ignore', 'inherit', 'inherit'])
    const results = JSON.parse(await readFile(file, 'utf8').catch(() => '{}')) as Parameters<typeof summarize>[0]
    for (const line of describeFailures(results, (path) => relative(root, path))) report(line)
    return summarize(results, status)
  } finally {
    await rm(folder, { recursive: true })
  }
}

const { values } = parseArgs({ options: { 'checks-only': { type: 'boolean', default: false } } })
const results = [await runChecks()]
if (!values['checks-only']) results.push(await runTests())

const total = { passed: 0, failed: 0, skipped: 0 }
for (const { passed, failed, skipped } of results) {
  total.passed += passed
  total.failed += failed
  total.skipped += skipped
}
report(`${total.passed} passed, ${total.failed} failed` + (total.skipped > 0 ? `, ${total.skipped} skipped` : ''))
if (total.failed > 0) process.exitCode = 1
