import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Core, Database, PlatformScope } from './core.ts'
import { statement } from './database/statement.ts'
import { systemActor } from './identity/actor.ts'

/** Metrics of `/metrics` that what happens is counted in; `registerGauges` adds those that are read. */
export interface Metrics {
  registry: Registry
  /** Seconds for an answer, by the group of its route and the class of its status. */
  answers: Histogram<'group' | 'status'>
  /** Seconds until a scope had its connection. */
  acquisitions: Histogram
  jobs: Counter<'name' | 'outcome'>
  /** Seconds for which the event loop was blocked, by the call that ran; how long it usually takes to turn is in the default metrics. */
  stalls: Histogram<'method' | 'route'>
  /** Gauges that could not be read, by their names. */
  unread: Counter<'gauge'>
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return {
    registry,
    answers: new Histogram({
      name: 'trellis_http_answer_seconds',
      help: 'Time until an answer was complete, by the group of its route and the class of its status',
      labelNames: ['group', 'status'],
      buckets: [0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10],
      registers: [registry],
    }),
    acquisitions: new Histogram({
      name: 'trellis_database_acquire_seconds',
      help: 'Time until a transaction had its connection of the pool',
      buckets: [0.001, 0.01, 0.1, 0.3, 1, 3],
      registers: [registry],
    }),
    jobs: new Counter({
      name: 'trellis_jobs_total',
      help: 'Jobs run, by outcome',
      labelNames: ['name', 'outcome'],
      registers: [registry],
    }),
    stalls: new Histogram({
      name: 'trellis_loop_stall_seconds',
      help: 'Time for which the event loop was blocked and no other call was answered, by the call that ran',
      labelNames: ['method', 'route'],
      buckets: [0.3, 0.5, 1, 2, 5, 10],
      registers: [registry],
    }),
    unread: new Counter({
      name: 'trellis_scrape_failures_total',
      help: 'Gauges that could not be read in time, which their scrape leaves out',
      labelNames: ['gauge'],
      registers: [registry],
    }),
  }
}

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

const limitStatements = statement(`select set_config('statement_timeout', '1000', true)`)

/**
 * Registers gauges with the metrics of a platform. A scrape is answered although some of them cannot be read.
 * @param db has connections that requests never wait for
 */
export function registerGauges(core: Core, db: Database, gauges: readonly GaugeDeclaration[]): void {
  const platform: Scrape['platform'] = (work) =>
    db.platform(systemActor, async (scope) => {
      await scope.rows(limitStatements)
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
        const samples = await inTime(readOnce()).catch((error: unknown) => {
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
async function inTime<T>(reading: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${READ_LIMIT_MS} ms`)), READ_LIMIT_MS)
  })
  return Promise.race([reading, late]).finally(() => clearTimeout(timer))
}
