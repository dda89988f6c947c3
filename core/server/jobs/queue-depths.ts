import { z } from 'zod'
import { statement } from '../database/statement.ts'

/** The most jobs of a queue that are looked at: deeper ones count as this deep. */
export const QUEUE_DEPTH_CAP = 10_000

/**
 * Waiting jobs of each queue that are due, and seconds since the oldest of them was; whether a plugin that is on, or the
 * queue's own library, takes them. The index that workers take jobs by answers it, oldest first; a queue deeper than the
 * cap costs no more than one as deep. Its parameter is the names of the jobs that there are.
 */
export const selectQueueDepths = statement(
  z.object({ queue: z.string(), isServed: z.boolean(), waiting: z.number(), oldestSeconds: z.number() }),
  `select q.name as queue, (q.name = any ($1) or q.name like '\\_\\_pgboss%') as "isServed",
          count(j.start_after)::int as waiting,
          coalesce(extract(epoch from now() - min(j.start_after)), 0)::float8 as "oldestSeconds"
     from pgboss.queue q
     left join lateral (
       select start_after from pgboss.job
        where name = q.name and state < 'active' and not blocked
        order by priority desc, created_on limit ${QUEUE_DEPTH_CAP}
     ) j on j.start_after <= now()
    group by q.name`,
)

/** Jobs of queues that no plugin which is on takes from. Its parameter is the names of the jobs that there are. */
export const selectUnservedQueues = statement(
  z.object({ queue: z.string(), waiting: z.number() }),
  `select name as queue, count(*)::int as waiting from pgboss.job
    where state in ('created', 'retry') and name <> all ($1) and name not like '\\_\\_pgboss%'
    group by name order by name`,
)
