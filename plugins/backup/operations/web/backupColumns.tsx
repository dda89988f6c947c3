import { Badge } from '#core/web/ui/display/Badge.tsx'
import { DateTime, RelativeTime } from '#core/web/ui/display/DateTime.tsx'
import { ProgressBar } from '#core/web/ui/feedback/ProgressBar.tsx'
import type { Column } from '#core/web/ui/lists/dataColumns.ts'
import { sizeText } from '#core/contract/sizes.ts'
import type { Backup } from '../contract.ts'
import * as styles from '../../shared/web/BackupPage.css.ts'
import { OperationProgress } from './OperationProgress.tsx'
import { statusLabels, subjectOf, triggerLabels, runningOperation } from './backupLabels.ts'

/** Cell that is known once the backup is complete. */
const known = (backup: Backup, text: string) => (
  <span className={styles.nowrap}>{backup.status === 'completed' ? text : '—'}</span>
)

export const backupColumns: readonly Column<Backup>[] = [
  {
    id: 'time',
    header: 'Time',
    isPrimary: true,
    cell: ({ timestamp }) => (
      <span className={styles.nowrap}>
        <DateTime value={timestamp} />
      </span>
    ),
  },
  {
    id: 'subject',
    header: 'What',
    cell: (backup) => (
      <div className={styles.subject}>
        <span>{subjectOf(backup)}</span>
        <span className={styles.origin}>
          {triggerLabels[backup.trigger]}
          {backup.isEncrypted && ' · Encrypted'}
        </span>
      </div>
    ),
  },
  { id: 'status', header: 'Status', cell: (backup) => <Status backup={backup} /> },
  {
    id: 'size',
    header: 'Size',
    align: 'end',
    cell: (backup) => known(backup, sizeText(backup.size)),
  },
  {
    id: 'organizations',
    header: 'Organizations',
    align: 'end',
    cell: (backup) => known(backup, backup.tenantCount.toLocaleString()),
  },
  { id: 'users', header: 'Users', align: 'end', cell: (backup) => known(backup, backup.userCount.toLocaleString()) },
  {
    id: 'tables',
    header: 'Tables',
    align: 'end',
    cell: (backup) => known(backup, backup.tables.length.toLocaleString()),
  },
  { id: 'verified', header: 'Last verification', cell: (backup) => <Verification backup={backup} /> },
]

function Status({ backup }: { backup: Backup }) {
  const { status, isAvailable, errorMessage } = backup
  const { label, tone } = statusLabels[status]
  const work = runningOperation(backup)
  return (
    <div className={styles.status}>
      <span className={styles.badges}>
        <Badge tone={tone}>{label}</Badge>
        {status === 'completed' && !isAvailable && <Badge tone="amber">File missing</Badge>}
      </span>
      {(work ?? status === 'in_progress') && (
        <div className={styles.progress}>
          {work ? <OperationProgress operation={work} /> : <ProgressBar label="Backing up" />}
        </div>
      )}
      {errorMessage && <span className={styles.reason}>{errorMessage}</span>}
    </div>
  )
}

function Verification({ backup: { verification } }: { backup: Backup }) {
  if (!verification) return <span className={styles.muted}>Never</span>
  const { valid, verifiedAt } = verification
  return (
    <div className={styles.status}>
      <Badge tone={valid ? 'green' : 'red'}>{valid ? 'Valid' : 'Invalid'}</Badge>
      <span className={styles.reason}>
        <RelativeTime value={verifiedAt} />
      </span>
    </div>
  )
}
