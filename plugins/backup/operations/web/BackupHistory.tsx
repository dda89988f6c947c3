import {
  DatabaseBackup,
  Download,
  FileSearch,
  FolderDown,
  KeyRound,
  RotateCcw,
  ShieldCheck,
  Trash2,
} from 'lucide-react'
import { useState } from 'react'
import type { PageOf } from '#core/contract/paging.ts'
import { downloadWhenConfirmed } from '#core/web/downloadWhenConfirmed.ts'
import type { MenuEntry } from '#core/web/ui/actions/MenuButton.tsx'
import { ListScreen } from '#core/web/ui/lists/ListScreen.tsx'
import { PagedTable } from '#core/web/ui/lists/PagedTable.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import type { QueryLike } from '#core/web/ui/lists/queryLike.ts'
import type { Backup } from '../contract.ts'
import { BackupDetailsDialog } from './BackupDetailsDialog.tsx'
import { DeleteBackupDialog } from './DeleteBackupDialog.tsx'
import { RestoreDialog } from './RestoreDialog.tsx'
import { VerifyDialog } from './VerifyDialog.tsx'
import { backupColumns } from './backupColumns.tsx'
import { hasFilesBeside, isUsable, runningOperation } from './backupLabels.ts'
import { backupApi } from './client.ts'
import type { BackupActs } from './useBackupActs.ts'

interface BackupHistoryProps {
  query: QueryLike & { data: PageOf<Backup> | undefined }
  page: number
  pageSize: number
  onPage: (page: number) => void
  acts: BackupActs
}

const dialogs = {
  details: BackupDetailsDialog,
  verify: VerifyDialog,
  restore: RestoreDialog,
  remove: DeleteBackupDialog,
}

interface Opened {
  dialog: keyof typeof dialogs
  backup: Backup
  isOpen: boolean
}

/** Every backup, newest first, with what is being done with it and what can be. */
export function BackupHistory({ query, page, pageSize, onPage, acts }: BackupHistoryProps) {
  const [opened, setOpened] = useState<Opened>()
  const open = (dialog: Opened['dialog'], backup: Backup) => setOpened({ dialog, backup, isOpen: true })
  const Dialog = opened && dialogs[opened.dialog]
  return (
    <>
      <ListScreen
        counted="backups"
        list={{ page, turnTo: onPage }}
        query={query}
        none={{
          icon: <DatabaseBackup size={20} aria-hidden />,
          title: 'No backups yet',
          children: 'The scheduler makes one every day while it is running. You can also make one now.',
        }}
      >
        {(shown) => (
          <PagedTable
            {...shown}
            columns={backupColumns}
            rowKey={({ id }) => id}
            skeletons={5}
            page={page}
            pageSize={pageSize}
            onPage={onPage}
            onRowAction={(backup) => open('details', backup)}
            rowActions={(backup) => actionsOn(backup, acts, (dialog) => open(dialog, backup))}
            rowLabel={({ name }) => name}
          />
        )}
      </ListScreen>
      {Dialog && (
        <Dialog
          // Its current version, if it is still in the list.
          backup={query.data?.rows.find(({ id }) => id === opened.backup.id) ?? opened.backup}
          acts={acts}
          isOpen={opened.isOpen}
          onOpenChange={(isOpen) => setOpened({ ...opened, isOpen })}
        />
      )}
    </>
  )
}

/** Verify and Restore for completed backups alone (spec part 2, section 2.3), whose file is there. */
function actionsOn(backup: Backup, { verify }: BackupActs, open: (dialog: Opened['dialog']) => void): MenuEntry[] {
  const { id, isEncrypted, isAvailable, status } = backup
  const isBusy = runningOperation(backup) !== undefined || status === 'in_progress'
  const details: MenuEntry = {
    label: 'View details',
    icon: <FileSearch size={16} aria-hidden />,
    onAction: () => open('details'),
  }
  if (isBusy) return [details]
  const entries: MenuEntry[] = [details]
  if (isUsable(backup)) {
    entries.push({
      label: 'Verify',
      icon: <ShieldCheck size={16} aria-hidden />,
      onAction: () => verify.mutate({ params: { id }, body: {} }),
    })
    if (isEncrypted) {
      entries.push({
        label: 'Verify with a passphrase',
        icon: <KeyRound size={16} aria-hidden />,
        onAction: () => open('verify'),
      })
    }
    entries.push({ label: 'Restore', icon: <RotateCcw size={16} aria-hidden />, onAction: () => open('restore') })
  }
  if (status === 'completed' && isAvailable) {
    entries.push({
      label: 'Download',
      icon: <Download size={16} aria-hidden />,
      onAction: () => void save(id),
    })
    if (hasFilesBeside(backup)) {
      entries.push({
        label: 'Download with files',
        icon: <FolderDown size={16} aria-hidden />,
        onAction: () => void save(id, 'inside'),
      })
    }
  }
  return [
    ...entries,
    'separator',
    { label: 'Delete', icon: <Trash2 size={16} aria-hidden />, isDanger: true, onAction: () => open('remove') },
  ]
}

const save = (id: string, files: 'beside' | 'inside' = 'beside') =>
  downloadWhenConfirmed(backupApi.downloadBackup.url({ params: { id }, query: { files } })).catch((error: unknown) =>
    notify({ title: 'Not downloaded', description: errorText(error), tone: 'destructive' }),
  )
