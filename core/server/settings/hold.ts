import { z } from 'zod'
import type { PlatformScope } from '../core.ts'
import { statement } from '../database/statement.ts'

const upsertHold = statement(`insert into platform_hold (message, since) values ($1, $2)
     on conflict (id) do update set message = excluded.message, since = excluded.since`)

/**
 * Holds the platform on every node from the commit on: changes are refused to all users with 503 and this message,
 * reading to all but super admins, and jobs wait. Changes made now would be lost after a restore.
 */
export async function holdPlatform(scope: PlatformScope, message: string): Promise<void> {
  await scope.rows(upsertHold, [message, scope.core.clock.now().toISOString()])
  await scope.core.invalidations.announce(scope, 'settings', '')
}

const deleteHold = statement('delete from platform_hold')

/** Ends a hold on every node. Does nothing where there is none. */
export async function releasePlatform(scope: PlatformScope): Promise<void> {
  await scope.rows(deleteHold)
  await scope.core.invalidations.announce(scope, 'settings', '')
}

const selectHold = statement(z.object({ message: z.string() }), 'select message from platform_hold')

export async function readHold(scope: PlatformScope): Promise<{ message: string | null }> {
  const [hold] = await scope.rows(selectHold)
  return { message: hold?.message ?? null }
}
