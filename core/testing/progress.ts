import { readFileSync } from 'node:fs'
import type { Reporter, TestCase, TestModule, TestSpecification } from 'vitest/node'
import { report } from './report.ts'
import { MIN_STALL_MS } from '#core/server/loop-watch.ts'
import type { TestStall, Wait } from './waits.ts'

/** Milliseconds between two lines about how far the run is. */
const PROGRESS_INTERVAL_MS = 20_000
/** Files named at the end of a run. */
const MAX_SLOW_FILES = 20
/** Stalls named at the end of a run. */
const MAX_STALLS = 20
/** Milliseconds; a press that takes longer was in the way of something, and so is somebody who presses there. */
const SLOW_CLICK_MS = 900
/** Share of a run after which its end can be told. */
const FORECAST_SHARE = 0.05
/** A test in a browser takes about as long as this many of the server's. */
const BROWSER_WEIGHT = 8

interface Finished {
  file: string
  /** Milliseconds. */
  duration: number
  /** Milliseconds of a core. */
  cpu: number
  waits: readonly Wait[]
  stalls: readonly TestStall[]
}

const clock = (milliseconds: number) => {
  const seconds = Math.round(milliseconds / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

const inSeconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`

/** Estimates how long a file takes, in tests of the server. */
function weightOf({ moduleId, project }: TestSpecification): number {
  const tests = readFileSync(moduleId, 'utf8').match(/^\s*test\b/gm)?.length ?? 1
  return (tests + 1) * (project.name === 'browser' ? BROWSER_WEIGHT : 1)
}

/** Says how far a run is and when it will end, and afterwards where its time went. */
// oxlint-disable-next-line import/no-default-export -- Vitest takes a reporter from its file in this way alone
export default class ProgressReporter implements Reporter {
  readonly #weights = new Map<string, number>()
  readonly #finished: Finished[] = []
  readonly #retried: TestCase[] = []
  #start = 0
  #said = 0
  #tests = 0
  #done = 0

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.#start = this.#said = performance.now()
    for (const specification of specifications) this.#weights.set(specification.moduleId, weightOf(specification))
  }

  onTestModuleEnd(module: TestModule): void {
    const { waits = [], stalls = [], cpu = 0 } = module.meta()
    const { duration, collectDuration } = module.diagnostic()
    this.#finished.push({ file: module.relativeModuleId, duration: duration + collectDuration, cpu, waits, stalls })
    const tests = [...module.children.allTests()]
    this.#tests += tests.length
    this.#retried.push(...tests.filter((test) => test.diagnostic()?.flaky))
    this.#done += this.#weights.get(module.moduleId) ?? 0
    const now = performance.now()
    if (now - this.#said < PROGRESS_INTERVAL_MS) return
    this.#said = now
    report(this.#progress(now - this.#start))
  }

  onTestRunEnd(): void {
    for (const line of secondTries(this.#retried)) report(line)
    if (this.#finished.length < 2) return
    const files = this.#finished
    for (const line of [...slowestFiles(files), ...waitsByKind(files), ...longestStalls(files)]) report(line)
  }

  #progress(elapsed: number): string {
    const total = [...this.#weights.values()].reduce((sum, weight) => sum + weight, 0)
    const rest = (elapsed / this.#done) * (total - this.#done)
    const forecast = this.#done / total < FORECAST_SHARE ? '' : `, about ${clock(rest)} to go`
    return `${this.#finished.length} of ${this.#weights.size} files, ${this.#tests} tests in ${clock(elapsed)}${forecast}`
  }
}

/** Names the tests that passed at their second try with what they failed by: each of them is a defect to mend. */
function secondTries(tests: readonly TestCase[]): string[] {
  if (tests.length === 0) return []
  const lines = tests.flatMap((test) => [
    `  ${test.module.relativeModuleId} > ${test.fullName}`,
    ...(test.result().errors ?? []).map(({ message }) => `    ${message.replaceAll('\n', '\n    ')}`),
  ])
  return ['', `Passed at the second try, ${tests.length}:`, ...lines]
}

function slowestFiles(files: readonly Finished[]): string[] {
  const slowest = files.toSorted((first, second) => second.duration - first.duration).slice(0, MAX_SLOW_FILES)
  const lines = slowest.map(
    ({ file, duration, cpu }) => `${inSeconds(duration).padStart(9)}  ${inSeconds(cpu).padStart(8)}  ${file}`,
  )
  return ['', 'Slowest files, with the time that they took of a core in their own process:', ...lines]
}

function waitsByKind(files: readonly Finished[]): string[] {
  const kinds = new Map<string, { duration: number; file: string }[]>()
  for (const { file, waits } of files) {
    for (const { kind, duration } of waits) kinds.set(kind, [...(kinds.get(kind) ?? []), { duration, file }])
  }
  const slowClicks = (kinds.get('locator.click') ?? []).filter(({ duration }) => duration > SLOW_CLICK_MS)
  if (slowClicks.length > 0) kinds.set(`clicks above ${SLOW_CLICK_MS} ms`, slowClicks)
  const rows = [...kinds].map(([kind, waits]) => {
    const total = waits.reduce((sum, { duration }) => sum + duration, 0)
    const [slowest] = waits.toSorted((first, second) => second.duration - first.duration)
    return { kind, count: waits.length, total, slowest }
  })
  return [
    '',
    'Waited for, in all workers together:',
    ...rows
      .toSorted((first, second) => second.total - first.total)
      .map(({ kind, count, total, slowest }) => {
        const longest = slowest ? `longest ${inSeconds(slowest.duration)} in ${slowest.file}` : ''
        return `${inSeconds(total).padStart(9)}  ${String(count).padStart(5)} × ${kind}, ${longest}`
      }),
    '',
  ]
}

/** Names the calls, or tests where it was no call, that held up the event loop; the longest by what they computed. */
function longestStalls(files: readonly Finished[]): string[] {
  const stalls = files.flatMap(({ file, stalls: found }) => found.map((stall) => ({ ...stall, file })))
  const longest = stalls.toSorted((first, second) => second.cpu - first.cpu).slice(0, MAX_STALLS)
  if (longest.length === 0) return []
  const lines = longest.map(({ cpu, duration, call, test, file }) => {
    const by = call ?? 'no call'
    return `${inSeconds(duration).padStart(9)}  ${inSeconds(cpu).padStart(8)}  ${by}, in ${file} > ${test}`
  })
  const count = `${stalls.length} times`
  return [`The event loop was blocked above ${MIN_STALL_MS} ms ${count}, with what was computed of that:`, ...lines, '']
}
