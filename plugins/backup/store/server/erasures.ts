import { Readable } from 'node:stream'
import { z } from 'zod'
import type { Core } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import type { Store } from '#core/server/files/store.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { defineJob } from '#core/server/jobs/jobs.ts'
import { currentStore } from './stores.ts'

/** Folder of the ids of erased people beside the archives, each in an object of its own. */
const FOLDER = 'trellis-erasures'

/** Bytes; ours has some 250, and 130 for each text of others in which the name was replaced. */
const MAX_ERASURE_BYTES = 262_144

const erasure = z.object({
  id: z.uuid(),
  organizationId: z.uuid(),
  kind: z.enum(['user', 'student', 'collector']),
  personId: z.uuid(),
  called: z.string().max(50),
  erasedAt: z.iso.datetime({ offset: true }),
  /** Texts of others in which the name was replaced; older notes have none. */
  places: z.array(z.object({ table: z.string(), column: z.string(), id: z.uuid() })).default([]),
})
export type StoredErasure = z.output<typeof erasure>

const columns = `id, organization_id as "organizationId", kind, person_id as "personId", called, erased_at as "erasedAt",
  places`

const selectUnstoredErasures = statement(
  erasure,
  `select ${columns} from erasures where stored_in is distinct from $location order by id limit 500`,
)

const updateStoredIn = statement('update erasures set stored_in = $location where id = any ($ids::uuid[])')

/** Notes erasures beside the archives, by ids alone, so that a machine that has nothing but these erases again. */
export const noteErasures = defineJob({
  name: 'backup.note-erasures',
  scope: 'none',
  payload: z.object({}),
  schedule: { cron: '* * * * *', tz: 'UTC' },
  // The next minute comes anyway.
  retries: 0,
  run: (core) => storeErasures(core),
})

/** @throws what keeps the store from being written */
export async function storeErasures(core: Core): Promise<void> {
  const store = await currentStore(core)
  const { location } = store
  const found = await core.db.platform(systemActor, ({ rows }) => rows(selectUnstoredErasures, { location }))
  if (found.length === 0) return
  for (const one of found) {
    await store.write(`${FOLDER}/${one.id}.json`, Readable.from([Buffer.from(JSON.stringify(one))]))
  }
  const ids = found.map(({ id }) => id)
  await core.db.platform(systemActor, ({ rows }) => rows(updateStoredIn, { location, ids }))
}

const selectErasures = statement(erasure, `select ${columns} from erasures`)

/** Lists all people known to be erased, by this installation or by a store beside an archive. */
export async function knownErasures(core: Core, stores: readonly Store[]): Promise<StoredErasure[]> {
  const found = new Map<string, StoredErasure>()
  const add = (one: StoredErasure) => found.set(`${one.organizationId} ${one.personId}`, one)
  for (const store of stores) {
    for (const [name, size] of await store.list(FOLDER)) {
      if (size > MAX_ERASURE_BYTES || !name.endsWith('.json')) continue
      const { content } = await store.open(name)
      const text = Buffer.concat((await content.toArray()) as Buffer[]).toString('utf8')
      const parsed = erasure.safeParse(jsonOf(text))
      if (parsed.success) add(parsed.data)
    }
  }
  for (const one of await core.db.platform(systemActor, ({ rows }) => rows(selectErasures))) add(one)
  return [...found.values()]
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const insertErasures = statement(
  `insert into erasures (id, organization_id, kind, person_id, called, erased_at, places)
    select x.id, x."organizationId", x.kind, x."personId", x.called, x."erasedAt", x.places
      from jsonb_to_recordset($erasures::jsonb) x (id uuid, "organizationId" uuid, kind text, "personId" uuid, called text,
        "erasedAt" timestamptz, places jsonb)
    on conflict do nothing`,
)

/** Keeps erasures here that came with a store. */
export async function recordErasures(core: Core, erasures: readonly StoredErasure[]): Promise<void> {
  if (erasures.length === 0) return
  await core.db.platform(systemActor, ({ rows }) => rows(insertErasures, { erasures: JSON.stringify(erasures) }))
}
