import type pg from 'pg'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

/** What `/metrics` tells Prometheus. */
export interface Metrics {
  registry: Registry
  /** Seconds for an answer, by method, route and status. */
  answers: Histogram<'method' | 'route' | 'status'>
  jobs: Counter<'name' | 'outcome'>
  /** Seconds for which the event loop was blocked, by the call that ran; how long it usually takes to turn is in the default metrics. */
  stalls: Histogram<'method' | 'route'>
}

export function createMetrics(pool: pg.Pool): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const connections = new Gauge({
    name: 'trellis_database_connections',
    help: 'Connections of the pool by state',
    labelNames: ['state'],
    registers: [],
    collect() {
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'waiting' }, pool.waitingCount)
    },
  })
  registry.registerMetric(connections)
  return {
    registry,
    answers: new Histogram({
      name: 'trellis_http_answer_seconds',
      help: 'Time until an answer was complete',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10],
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
  }
}
