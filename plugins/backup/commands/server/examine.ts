import type { S3Location } from '#config/env.ts'
import { broken, ok, warning, type Finding } from '#core/server/finding.ts'
import { AppError } from '#core/server/errors.ts'
import type { Examined } from '#core/server/plugin.ts'
import { countText } from '#core/server/texts.ts'
import { backupEnvironment } from '../../shared/server/environment.ts'

/** Hours after which a daily backup has been missed, with some for it to be made. */
const MAX_BACKUP_AGE_HOURS = 36

/** Examines whether there is a backup of yesterday, and whether the next one has a place. */
export async function examineBackups({ env, client }: Examined): Promise<Finding[]> {
  const { rows } = await client.query<{ hours: number | null }>(
    'select floor(extract(epoch from now() - last_backup_at) / 3600)::int as hours from global_settings',
  )
  const last = lastBackup(rows[0]?.hours ?? null)
  const { s3 } = env.of(backupEnvironment)
  return s3 ? [last, await bucket(s3)] : [last]
}

function lastBackup(hours: number | null): Finding {
  if (hours === null) return warning('backup', 'Nothing was backed up yet; platform-cli backup create does')
  const message = `The last backup of everything is ${countText(hours, 'hour')} old`
  return hours > MAX_BACKUP_AGE_HOURS
    ? warning('backup', `${message}; see platform-cli backup list`)
    : ok('backup', message)
}

async function bucket(s3: S3Location): Promise<Finding> {
  const { BucketStore } = await import('#core/server/files/bucket-store.ts')
  try {
    await new BucketStore(s3, []).names()
    return ok('bucket', `The bucket ${s3.bucket} of the backups answers`)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return broken('bucket', `${error.message}; see BACKUP_S3_URL, BACKUP_S3_ACCESS_KEY and BACKUP_S3_SECRET_KEY`)
  }
}
