import type { Backup } from '../contract.ts'
import type { BackupActs } from './useBackupActs.ts'

export interface BackupDialogProps {
  backup: Backup
  acts: BackupActs
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}
