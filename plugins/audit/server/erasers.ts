import { z } from 'zod'
import type { PlatformScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'

const eraser = z.object({
  /** null: the platform itself. */
  userId: z.uuid().nullable(),
  /** null: the platform itself, or a user who was erased since. */
  name: z.string().nullable(),
  acts: z.number(),
  /** Entries in which these acts erased texts; one may be among those of several acts. */
  entries: z.number(),
})
export type Eraser = z.infer<typeof eraser>

const selectErasers = statement(
  eraser,
  `select user_id as "userId", (array_agg(user_name order by seq desc))[1] as name, count(*) as acts,
      coalesce(sum(coalesce((metadata ->> 'entries')::bigint, 0)), 0)::bigint as entries
    from audit_logs where action in ('person.erased', 'audit.erased', 'tenant.erased')
    group by user_id order by entries desc, acts desc, user_id nulls last`,
)

/** Lists who has erased texts of the log, by the acts in it, which the chain covers as all others. */
export const listErasers = (scope: PlatformScope): Promise<Eraser[]> => scope.rows(selectErasers)
