import { type SpawnOptions, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { changedFiles, testsOfChange } from './changed.ts'
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
  { name: 'API document', command: ['node', 'config/testing/check-api-document.ts'], measures: true },
  { name: 'texts and translations', command: ['node', 'config/testing/check-texts.ts'], measures: true },
  { name: 'lock file', command: ['node', 'core/testing/check-lock-file.ts'] },
  { name: 'signatures of packages', command: ['node', 'core/testing/check-signatures.ts'], measures: true },
  { name: 'dead code', command: ['knip', '--config', 'config/knip.json', '--treat-config-hints-as-errors'] },
]

const root = fileURLToPath(new URL('../../', import.meta.url))
const env = {
  ...process.env,
  // The Node and the tools of the project come before those of the machine.
  PATH: [join(root, 'node_modules/.bin'), process.env['PATH']].join(delimiter),
  // Vitest and the checks color their output in CI, where it is read as plain text.
  ...(process.stdout.isTTY ? {} : { NO_COLOR: '1' }),
}

interface Outcome {
  status: number
  output: string
}

/** Runs a program without standard input; a program that cannot be started has failed with the reason as its output. */
function run(
  [program, ...args]: Check['command'],
  stdio: SpawnOptions['stdio'],
  variables: Record<string, string> = {},
): Promise<Outcome> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    const child = spawn(program, args, {
      cwd: root,
      env: { ...env, ...variables },
      stdio,
      shell: process.platform === 'win32',
    })
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

/** Runs checks, two at a time, whatever the others say. */
async function runChecks(chosen: readonly Check[]): Promise<RunResult> {
  const result = { passed: 0, failed: 0, skipped: 0 }
  const waiting = [...chosen]
  async function work() {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      if (await runCheck(check)) result.passed++
      else result.failed++
    }
  }
  await Promise.all([work(), work()])
  return result
}

interface TestOptions {
  /** Busy processes beside the tests. */
  load: number
  /** Runs the files in the opposite order. */
  isReversed: boolean
  /** Files to run; all when absent. */
  files?: readonly string[]
}

async function runTests({ load, isReversed, files = [] }: TestOptions): Promise<RunResult> {
  const folder = await mkdtemp(join(tmpdir(), 'test-results-'))
  const file = join(folder, 'results.json')
  const busy = Array.from({ length: load }, () => spawn(process.execPath, ['--eval', 'for (;;);'], { stdio: 'ignore' }))
  try {
    const config = ['--config', 'config/vitest.config.ts']
    const reporters = ['default', './core/testing/progress.ts', 'json'].map((name) => `--reporter=${name}`)
    const command = ['vitest', 'run', ...config, ...reporters, `--outputFile.json=${file}`, ...files] as const
    const variables: Record<string, string> = {
      ...(isReversed ? { TEST_ORDER: 'reversed' } : {}),
      // Load and another order are there to find what fails by them.
      ...(load === 0 && !isReversed ? { TEST_RETRIES: '1' } : {}),
    }
    const { status } = await run([...command], ['ignore', 'inherit', 'inherit'], variables)
    const results = JSON.parse(await readFile(file, 'utf8').catch(() => '{}')) as Parameters<typeof summarize>[0]
    for (const line of describeFailures(results, (path) => relative(root, path))) report(line)
    return summarize(results, status)
  } finally {
    for (const process of busy) process.kill('SIGKILL')
    await rm(folder, { recursive: true })
  }
}

/** The checks that look at each file for itself look at those that have changed. */
function checksOf(changed: readonly string[]): Check[] {
  const sources = changed.filter((file) => /[.]tsx?$/.test(file))
  const types = checks.filter(({ name }) => name === 'types')
  const lint: Check = {
    name: 'lint',
    command: ['oxlint', '--deny-warnings', '--no-error-on-unmatched-pattern', ...sources],
  }
  const format: Check = { name: 'format', command: ['oxfmt', '--check', '--no-error-on-unmatched-pattern', ...changed] }
  return [...types, ...(sources.length > 0 ? [lint] : []), ...(changed.length > 0 ? [format] : [])]
}

const { values } = parseArgs({
  options: {
    'checks-only': { type: 'boolean', default: false },
    /** Tests of what has changed since a commit alone. */
    changed: { type: 'boolean', default: false },
    base: { type: 'string', default: 'HEAD' },
    load: { type: 'string', default: '0' },
    reverse: { type: 'boolean', default: false },
  },
})
const options: TestOptions = { load: Number(values.load), isReversed: values.reverse }
const results: RunResult[] = []
if (values.changed) {
  const changed = await changedFiles(root, values.base)
  const files = await testsOfChange(root, changed)
  report(`${changed.length} files have changed, ${files.length} files of tests belong to them`)
  results.push(await runChecks(checksOf(changed)))
  if (files.length > 0) results.push(await runTests({ ...options, files }))
} else {
  results.push(await runChecks(checks))
  if (!values['checks-only']) results.push(await runTests(options))
}

const total = { passed: 0, failed: 0, skipped: 0 }
for (const { passed, failed, skipped } of results) {
  total.passed += passed
  total.failed += failed
  total.skipped += skipped
}
report(`${total.passed} passed, ${total.failed} failed` + (total.skipped > 0 ? `, ${total.skipped} skipped` : ''))
if (total.failed > 0) process.exitCode = 1
