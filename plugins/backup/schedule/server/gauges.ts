import { z } from 'zod'
import { statement } from '#core/server/database/statement.ts'
import { shareReading, type GaugeDeclaration, type Scrape } from '#core/server/scrape.ts'

// Retention keeps the list short.
const selectLast = statement(
  z.object({ good: z.number(), verified: z.number() }),
  `select coalesce(extract(epoch from max(created_at) filter (where is_valid is distinct from false)), 0)::float8 as good,
          coalesce(extract(epoch from max(verified_at) filter (where is_valid)), 0)::float8 as verified
     from backups where status = 'completed' and organization_id is null`,
)

/** Gauges of backups of everything. */
export function backupGauges(): readonly GaugeDeclaration[] {
  const readLast = shareReading(({ platform }: Scrape) => platform(({ rows }) => rows(selectLast)))
  return [
    {
      name: 'trellis_backup_last_good_timestamp_seconds',
      help: 'Unix time of the newest complete backup of everything that was not found broken; 0 where there is none',
      read: async (scrape) => (await readLast(scrape)).map(({ good }) => ({ value: good })),
    },
    {
      name: 'trellis_backup_last_verified_timestamp_seconds',
      help: 'Unix time at which a backup of everything was last verified and found good; 0 for never',
      read: async (scrape) => (await readLast(scrape)).map(({ verified }) => ({ value: verified })),
    },
  ]
}
