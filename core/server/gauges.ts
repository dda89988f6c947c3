import type pg from 'pg'
import { z } from 'zod'
import { statement } from './database/statement.ts'
import { QUEUE_DEPTH_CAP, selectQueueDepths } from './jobs/queue-depths.ts'
import { shareReading, type GaugeDeclaration, type Scrape } from './scrape.ts'

const selectOne = statement(z.object({ one: z.number() }), 'select 1 as one')

const selectOldestMail = statement(
  z.object({ status: z.string(), seconds: z.number() }),
  `select status, coalesce(extract(epoch from now() - (
            select created_at from mail_messages m where m.status = s.status order by created_at limit 1
          )), 0)::float8 as seconds
     from unnest(array['pending', 'held']) as s (status)`,
)

/** Gauges of the core, which every node has. */
export const coreGauges = (pool: pg.Pool): readonly GaugeDeclaration[] => [
  {
    name: 'trellis_database_connections',
    help: 'Connections of the pool by state, and transactions that wait for one',
    labels: ['state'],
    read: () => [
      { value: pool.idleCount, labels: { state: 'idle' } },
      { value: pool.totalCount - pool.idleCount, labels: { state: 'busy' } },
      { value: pool.waitingCount, labels: { state: 'waiting' } },
    ],
  },
  {
    name: 'trellis_database_up',
    help: '1 where the database answers within two seconds, 0 otherwise',
    otherwise: 0,
    read: async ({ platform }) => {
      await platform(({ rows }) => rows(selectOne))
      return [{ value: 1 }]
    },
  },
  {
    name: 'trellis_mail_oldest_seconds',
    help: 'Age of the oldest message that waits to be sent (pending), or for a mail server to be set (held)',
    labels: ['status'],
    read: async ({ platform }) =>
      (await platform(({ rows }) => rows(selectOldestMail))).map(({ status, seconds }) => ({
        value: seconds,
        labels: { status },
      })),
  },
  ...queueGauges(),
  ...fileStoreGauges(),
]

function queueGauges(): GaugeDeclaration[] {
  const readDepths = shareReading(({ core, platform }: Scrape) =>
    platform(({ rows }) => rows(selectQueueDepths, [core.jobs.names])),
  )
  const readServed = async (scrape: Scrape) => (await readDepths(scrape)).filter(({ isServed }) => isServed)
  return [
    {
      name: 'trellis_queue_waiting_jobs',
      help: `Jobs that are due and not taken, by queue; of the ${QUEUE_DEPTH_CAP} that come first`,
      labels: ['queue'],
      read: async (scrape) =>
        (await readServed(scrape)).map(({ queue, waiting }) => ({ value: waiting, labels: { queue } })),
    },
    {
      name: 'trellis_queue_oldest_seconds',
      help: 'Time for which the oldest waiting job of a queue has been due',
      labels: ['queue'],
      read: async (scrape) =>
        (await readServed(scrape)).map(({ queue, oldestSeconds }) => ({ value: oldestSeconds, labels: { queue } })),
    },
    {
      name: 'trellis_queue_unserved_jobs',
      help: 'Jobs that are due in queues of plugins that are off or were removed; nothing takes them',
      read: async (scrape) => {
        const unserved = (await readDepths(scrape)).filter(({ isServed }) => !isServed)
        return [{ value: unserved.reduce((sum, { waiting }) => sum + waiting, 0) }]
      },
    },
  ]
}

function fileStoreGauges(): GaugeDeclaration[] {
  const readRoom = shareReading(({ core }: Scrape) => core.files.contents.room())
  return [
    {
      name: 'trellis_file_store_up',
      help: '1 where the folder or the bucket of uploaded files can be reached within two seconds, 0 otherwise',
      otherwise: 0,
      read: async (scrape) => {
        await readRoom(scrape)
        return [{ value: 1 }]
      },
    },
    {
      name: 'trellis_file_store_free_bytes',
      help: 'Free room for uploaded files; a bucket does not say',
      read: async (scrape) => samplesOf((await readRoom(scrape))?.free),
    },
    {
      name: 'trellis_file_store_size_bytes',
      help: 'Size of the file system of uploaded files; a bucket does not say',
      read: async (scrape) => samplesOf((await readRoom(scrape))?.size),
    },
  ]
}

const samplesOf = (value: number | undefined) => (value === undefined ? [] : [{ value }])
