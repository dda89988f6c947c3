import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Page } from '#core/web/ui/layout/Page.tsx'
import type { Backup } from '../../operations/contract.ts'
import { BackupHistory } from '../../operations/web/BackupHistory.tsx'
import * as styles from '../../shared/web/BackupPage.css.ts'
import { ManualBackupCard } from '../../operations/web/ManualBackupCard.tsx'
import { SchedulerCard } from '../../schedule/web/SchedulerCard.tsx'
import { runningOperation } from '../../operations/web/backupLabels.ts'
import { backupApi } from '../../operations/web/client.ts'
import { useBackupActs, useExpectedSignOut } from '../../operations/web/useBackupActs.ts'
import type { BackupActs } from '../../operations/web/useBackupActs.ts'

const route = getRouteApi('/shell/backup')

const PAGE_SIZE = 25
/** Milliseconds between reads of the list (spec part 2, section 9), and while something is going on. */
const REFRESH_MS = 30_000
const BUSY_REFRESH_MS = 2000

/** Backups: when they are made by themselves, making one now, and what there is. */
export function BackupPage() {
  const { page = 1 } = route.useSearch()
  const navigate = route.useNavigate()
  const acts = useBackupActs()
  const backups = useQuery({
    ...backupApi.listBackups.page({ query: { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE } }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) =>
      acts.isCalling || state.data?.rows.some(isWorkedOn) ? BUSY_REFRESH_MS : REFRESH_MS,
  })
  const rows = backups.data?.rows
  useExpectedSignOut(isRestoringEverything(rows ?? [], acts))
  const { tellEndings } = acts
  useEffect(() => {
    if (rows) tellEndings(rows)
  })
  return (
    <Page title="Database Backup" help="Consistent backups of everything or of one organization, without downtime.">
      <div className={styles.cards}>
        <SchedulerCard />
        <ManualBackupCard acts={acts} />
      </div>
      <section className={styles.history} aria-labelledby="backup-history">
        <h2 id="backup-history" className={styles.heading}>
          Backup history
        </h2>
        <BackupHistory
          query={backups}
          page={page}
          pageSize={PAGE_SIZE}
          onPage={(next) => void navigate({ search: { page: next > 1 ? next : undefined } })}
          acts={acts}
        />
      </section>
    </Page>
  )
}

const isWorkedOn = (backup: Backup) => backup.status === 'in_progress' || runningOperation(backup) !== undefined

function isRestoringEverything(rows: readonly Backup[], { restore }: BackupActs): boolean {
  return rows.some((backup) => {
    const isBeingRestored =
      runningOperation(backup)?.kind === 'restore' || (restore.isPending && restore.variables.params.id === backup.id)
    return backup.tenantName === null && isBeingRestored
  })
}
