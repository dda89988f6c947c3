import type { Core, TenantScope } from '../core.ts'
import type { Actor } from '../identity/actor.ts'

/** Rows of an export that are read at a time, where they are read by their keys. */
export const EXPORT_BATCH_SIZE = 1000

interface Reader<Position, Batch> {
  core: Pick<Core, 'db'>
  tenantId: string
  actor: Actor
  read: (scope: TenantScope, after: Position) => Promise<Batch>
}

/**
 * Reads an organization's rows batch by batch, from a position on, until a batch names no next one. A transaction for
 * each: a slow reader holds no connection, and for one who stops reading one batch more is read and no other.
 * PostgreSQL reads the next batch while this one is written.
 */
export async function* readBatches<Position, Batch extends { next?: Position | undefined }>(
  first: Position | undefined,
  { core, tenantId, actor, read }: Reader<Position, Batch>,
): AsyncGenerator<Batch> {
  const begin = (after: Position) => {
    const reading = core.db.tenant(tenantId, actor, (scope) => read(scope, after))
    // A failure after its reader has gone is handled by no one.
    reading.catch(() => undefined)
    return reading
  }
  let coming = first === undefined ? undefined : begin(first)
  while (coming) {
    const found: Batch = await coming
    coming = found.next === undefined ? undefined : begin(found.next)
    yield found
  }
}
