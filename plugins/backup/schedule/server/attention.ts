import { z } from 'zod'
import type { Attention } from '#core/contract/attention.ts'
import type { PlatformScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'

const MAX_DAYS_WITHOUT_BACKUP = 2

const selectLastBackup = statement(
  z.object({ lastBackupAt: z.string().nullable(), beganAt: z.string().nullable() }),
  `select last_backup_at as "lastBackupAt",
      (select min(created_at) from users where tenant_id is null) as "beganAt" from global_settings`,
)

/** That nothing was backed up for two days, on a platform that is as old. */
export async function missingBackup(scope: PlatformScope): Promise<Attention[]> {
  const [found] = await scope.rows(selectLastBackup)
  const since = found?.lastBackupAt ?? found?.beganAt
  if (!since || scope.core.clock.now().getTime() - Date.parse(since) < MAX_DAYS_WITHOUT_BACKUP * 86_400_000) return []
  return [
    {
      id: 'backup',
      tone: 'red',
      label: 'Backup',
      name: found?.lastBackupAt ? `No backup for ${MAX_DAYS_WITHOUT_BACKUP} days or more` : 'No backup has been made',
      words: found?.lastBackupAt ? 'The last backup of everything was made' : 'The platform is in use since',
      at: since,
      href: '/backup',
    },
  ]
}
