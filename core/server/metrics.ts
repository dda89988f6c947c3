import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client'

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
