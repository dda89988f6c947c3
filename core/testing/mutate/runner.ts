import { readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BaseSequencer, createVitest, type Reporter, type TestModule, type TestSpecification } from 'vitest/node'
import type { Plugin } from 'vite'
import config from '#config/vitest.config.ts'
import type { Entered } from './entered.ts'

export interface TestFile extends Entered {
  file: string
  /** Milliseconds, without loading the files. */
  duration: number
}

export type Outcome = 'noticed' | 'survived' | 'stuck'

/** For loading, which comes on top of the tests, and what a change may make slower. */
const LOADING_MS = 60_000
/** For a process that is asked to stop. */
const STOP_TIMEOUT_MS = 10_000

/** Runs test files again and again in one Vitest, with a database server that is started once, on sources that it is given. */
export class TestRunner {
  readonly #root: string
  readonly #served = new Map<string, string>()
  #vitest: Awaited<ReturnType<typeof createVitest>> | undefined
  #specifications = new Map<string, TestSpecification>()
  /** Names in the temporary folder of the run that belong there. */
  #kept = new Set<string>()
  #failed: string[] = []
  #ended: TestModule[] = []

  constructor(root: string) {
    this.#root = root
  }

  /** @param sources that are going to be changed, and `tests`, from the root of the repository */
  async open(sources: readonly string[], tests: readonly string[]): Promise<void> {
    const { projects = [], globalSetup } = config.test ?? {}
    const server = projects.find(
      (project) => typeof project === 'object' && 'test' in project && project.test?.name === 'server',
    )
    if (typeof server !== 'object' || !('test' in server)) throw new Error('There is no project of server tests')
    this.#vitest = await createVitest(
      {
        ...server.test,
        config: false,
        root: this.#root,
        include: [...tests],
        globalSetup,
        setupFiles: ['core/testing/setup.ts', 'core/testing/mutate/entered.ts'],
        watch: false,
        bail: 1,
        maxWorkers: 1,
        reporters: [this.#reporter()],
        sequence: { sequencer: AsGiven },
        onConsoleLog: () => false,
      },
      {
        root: this.#root,
        plugins: [servedSources(this.#root, sources, this.#served)],
      },
    )
    const found = await this.#vitest.globTestSpecifications()
    this.#specifications = new Map(
      found.map((one) => [one.moduleId.slice(this.#root.length).replaceAll('\\', '/'), one]),
    )
  }

  #reporter(): Reporter {
    return {
      onTestModuleEnd: (module) => {
        this.#ended.push(module)
        if (module.ok()) return
        const [failed] = module.children.allTests('failed')
        const [error] = failed?.result().errors ?? module.errors()
        this.#failed.push(`${module.relativeModuleId}: ${failed?.fullName ?? 'cannot be loaded'}: ${error?.message}`)
      },
      onTestRunEnd: (_, errors) => {
        for (const { message } of errors) this.#failed.push(message)
      },
    }
  }

  /** Runs all files once. @throws Error when one of them fails */
  async rehearse(sources: ReadonlyMap<string, string>): Promise<TestFile[]> {
    await this.#run(sources, [...this.#specifications.keys()])
    if (this.#failed.length > 0) throw new Error(`Tests fail without any change: \n${this.#failed.join('\n')}`)
    this.#kept = new Set(await readdir(tmpdir()))
    return this.#ended.map((module) => ({
      file: module.relativeModuleId,
      duration: module.diagnostic().duration,
      ...(module.meta().entered ?? { atLoad: [], inTests: [] }),
    }))
  }

  /** Runs files, until a test fails, on a source that is changed. */
  async try(file: string, source: string, tests: readonly TestFile[]): Promise<Outcome> {
    const expected = tests.reduce((sum, { duration }) => sum + duration, 0)
    let isStuck = false
    let timer = setTimeout(stop, 3 * expected + LOADING_MS)
    const cancel = () => this.#vitest?.cancelCurrentRun('keyboard-input')
    function stop() {
      isStuck = true
      void cancel()
      // The second time it does not wait for the process, which may be in an endless loop.
      timer = setTimeout(stop, STOP_TIMEOUT_MS)
    }
    await this.#run(
      new Map([[file, source]]),
      tests.map((one) => one.file),
    )
    clearTimeout(timer)
    await this.#removeLeftovers()
    if (this.#failed.length > 0) return 'noticed'
    return isStuck ? 'stuck' : 'survived'
  }

  async #run(sources: ReadonlyMap<string, string>, tests: readonly string[]): Promise<void> {
    this.#failed = []
    this.#ended = []
    this.#serve(sources)
    await this.#vitest?.runTestSpecifications(tests.flatMap((file) => this.#specifications.get(file) ?? []))
  }

  /** A process that was stopped, or one that has forgotten to, has not removed its files: the run would fail for that. */
  async #removeLeftovers(): Promise<void> {
    const left = (await readdir(tmpdir())).filter((name) => !this.#kept.has(name))
    await Promise.all(left.map((name) => rm(join(tmpdir(), name), { recursive: true, force: true })))
  }

  #serve(sources: ReadonlyMap<string, string>): void {
    const given = new Map([...sources].map(([file, source]) => [join(this.#root, file), source]))
    const changed = [...this.#served.keys(), ...given.keys()]
    this.#served.clear()
    for (const [path, source] of given) this.#served.set(path, source)
    for (const path of changed) this.#vitest?.invalidateFile(path)
  }

  async close(): Promise<void> {
    await this.#vitest?.close()
  }
}

/** Hands out sources instead of those on the disk, and keeps what becomes of them out of the cache that all runs share. */
function servedSources(root: string, sources: readonly string[], served: ReadonlyMap<string, string>): Plugin {
  const changing = new Set(sources.map((file) => join(root, file)))
  return {
    name: 'mutation',
    enforce: 'pre',
    configureVitest: ({ defineCacheKeyGenerator }) => {
      defineCacheKeyGenerator(({ id }) => (changing.has(id) ? false : null))
    },
    load: (id) => served.get(id),
  }
}

/** Files are run in the order in which they are handed over. */
class AsGiven extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return Promise.resolve(files)
  }
}
