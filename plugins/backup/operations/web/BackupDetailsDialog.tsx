import { Badge } from '#core/web/ui/display/Badge.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { Dialog, DialogBody, DialogFooter } from '#core/web/ui/overlays/Dialog.tsx'
import { Disclosure } from '#core/web/ui/layout/Disclosure.tsx'
import { Facts } from '#core/web/ui/display/Facts.tsx'
import { sizeText } from '#core/contract/sizes.ts'
import type { Backup } from '../contract.ts'
import type { BackupDialogProps } from './BackupDialogProps.ts'
import * as styles from '../../shared/web/BackupPage.css.ts'
import { OperationProgress } from './OperationProgress.tsx'
import { filesText, statusLabels, subjectOf, triggerLabels, runningOperation } from './backupLabels.ts'

/** Everything that is known about a backup. */
export function BackupDetailsDialog({ backup, isOpen, onOpenChange }: BackupDialogProps) {
  return (
    <Dialog
      title="Backup"
      help={<span className={styles.code}>{backup.name}</span>}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
    >
      <Details backup={backup} />
    </Dialog>
  )
}

function Details({ backup }: { backup: Backup }) {
  const { status, trigger, timestamp, finishedAt, size, tenantCount, userCount, tables } = backup
  const { isEncrypted, location, isAvailable, errorMessage, operation, verification } = backup
  const work = runningOperation(backup)
  const isComplete = status === 'completed'
  return (
    <>
      <DialogBody>
        {errorMessage && (
          <Banner tone="error" title="It failed">
            {errorMessage}
          </Banner>
        )}
        {work && <OperationProgress operation={work} />}
        <Facts
          facts={[
            ['What', subjectOf(backup)],
            [
              'Status',
              <Badge key="status" tone={statusLabels[status].tone}>
                {statusLabels[status].label}
              </Badge>,
            ],
            ['Trigger', triggerLabels[trigger]],
            ['Began', <DateTime key="began" value={timestamp} />],
            ['Finished', <DateTime key="finished" value={finishedAt} />],
            ['Size', isComplete ? sizeText(size) : '—'],
            ['Organizations', isComplete ? tenantCount.toLocaleString() : '—'],
            ['Users', isComplete ? userCount.toLocaleString() : '—'],
            ['Files', filesText(backup)],
            ['Encrypted', isEncrypted ? 'Yes' : 'No'],
            ['Kept in', `${location === 's3' ? 'Bucket' : 'Folder of the platform'}${isAvailable ? '' : ', missing'}`],
            ['Last verification', verification ? <DateTime key="verified" value={verification.verifiedAt} /> : 'Never'],
          ]}
        />
        {verification && (
          <Banner tone={verification.valid ? 'success' : 'error'} title={verification.valid ? 'Valid' : 'Invalid'}>
            {verification.message}
          </Banner>
        )}
        {operation?.message && operation.kind !== 'verify' && !errorMessage && (
          <p className={styles.text}>{operation.message}</p>
        )}
        {tables.length > 0 && (
          <Disclosure label={`${tables.length} tables`}>
            {() => <p className={styles.code}>{tables.join(', ')}</p>}
          </Disclosure>
        )}
      </DialogBody>
      <DialogFooter>
        <Button slot="close">Close</Button>
      </DialogFooter>
    </>
  )
}
