import { Gauge } from 'prom-client'
import type { Core, Database, PlatformScope } from './core.ts'
import { statement } from './database/statement.ts'
import { systemActor } from './identity/actor.ts'

interface Sample {
  value: number
  /** A value for each of the gauge's labels. */
  labels?: Readonly<Record<string, string>>
}

/** Gives access to what gauges read. */
export interface Scrape {
  core: Core
  /** Runs work in a transaction whose statements have a second each. */
  platform: <T>(work: (scope: PlatformScope) => Promise<T>) => Promise<T>
}

/** A value that is read at each scrape. */
export interface GaugeDeclaration {
  /** Begins with `trellis_` and ends with its unit. */
  name: string
  help: string
  labels?: readonly string[]
  /** Reads the samples of this moment, cheaply: with statements that an index answers or a limit bounds. */
  read: (scrape: Scrape) => readonly Sample[] | Promise<readonly Sample[]>
  /** The value of a gauge that cannot be read; by default its scrape is without it. */
  otherwise?: number
}

/** Milliseconds for a gauge. Prometheus gives a whole scrape ten seconds by default. */
const READ_LIMIT_MS = 2000

const setStatementTimeout = statement(`select set_config('statement_timeout', '1000', true)`)

/**
 * Registers gauges with the metrics of a platform. A scrape is answered although some of them cannot be read.
 * @param db has connections that requests never wait for
 */
export function registerGauges(core: Core, db: Database, gauges: readonly GaugeDeclaration[]): void {
  const platform: Scrape['platform'] = (work) =>
    db.platform(systemActor, async (scope) => {
      await scope.rows(setStatementTimeout)
      return work(scope)
    })
  for (const { name, help, labels = [], read, otherwise } of gauges) {
    const readOnce = shareReading(async () => read({ core, platform }))
    const collected = new Gauge({
      name,
      help,
      labelNames: labels,
      registers: [core.metrics.registry],
      async collect() {
        const samples = await withinLimit(readOnce()).catch((error: unknown) => {
          core.log.debug({ err: error, gauge: name }, 'a gauge could not be read')
          core.metrics.unread.inc({ gauge: name })
          return otherwise === undefined ? [] : [{ value: otherwise, labels: {} }]
        })
        collected.reset()
        // A gauge without labels is 0 after that, which would be a value.
        if (labels.length === 0) collected.remove()
        for (const sample of samples) collected.set(sample.labels ?? {}, sample.value)
      },
    })
  }
}

/** Reads once for all who ask at the same time: gauges of one source, and scrapes while one is still read. */
export function shareReading<Given extends unknown[], T>(
  read: (...given: Given) => Promise<T>,
): (...given: Given) => Promise<T> {
  let underWay: Promise<T> | undefined
  return (...given) =>
    (underWay ??= read(...given).finally(() => {
      underWay = undefined
    }))
}

/** @throws Error when the limit of a gauge is over first */
async function withinLimit<T>(reading: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${READ_LIMIT_MS} ms`)), READ_LIMIT_MS)
  })
  return Promise.race([reading, late]).finally(() => clearTimeout(timer))
}
