import { useQuery } from '@tanstack/react-query'
import { RelativeTime } from '#core/web/ui/display/DateTime.tsx'
import { HubFigures } from '#core/web/ui/layout/HubFigures.tsx'
import { sizeText } from '#core/contract/sizes.ts'
import { backupApi } from '../../operations/web/client.ts'
import { scheduleApi } from '../../schedule/web/client.ts'

/** Far enough back for the last success, where some failed or are still being made. */
const MAX_BACKUPS_READ = 25

/** Age and size of the last backup, and when the next one is due. */
export function BackupFigures() {
  const backups = useQuery({
    ...backupApi.listBackups({ query: { limit: MAX_BACKUPS_READ } }),
    refetchOnMount: 'always',
  })
  const scheduler = useQuery({ ...scheduleApi.schedulerStatus(), refetchOnMount: 'always' })
  if (backups.error) throw backups.error
  if (scheduler.error) throw scheduler.error
  const last = backups.data?.find(({ status, tenantName }) => status === 'completed' && tenantName === null)
  const nextRun = scheduler.data?.nextRun
  return (
    <HubFigures
      figures={[
        { name: 'Last backup', value: backups.data && (last ? <RelativeTime value={last.timestamp} /> : 'None') },
        { name: 'Size', value: backups.data && (last ? sizeText(last.size) : '—') },
        { name: 'Next run', value: scheduler.data && (nextRun ? <RelativeTime value={nextRun} /> : 'Stopped') },
      ]}
      countedAt={Math.min(backups.dataUpdatedAt, scheduler.dataUpdatedAt)}
    />
  )
}
