import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { expectSignOut } from '#core/web/expectedSignOut.ts'
import { serverMessage } from '#core/web/serverMessage.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import type { Backup, BackupOperation } from '../contract.ts'
import { endingOf, failureNotification, isUnderWay, signedOutByRestore } from './backupLabels.ts'
import { backupApi } from './client.ts'

const touches = [backupApi.listBackups.key(), ['api', 'settings']]

const notifyFailure = (kind: BackupOperation['kind']) => (error: unknown) =>
  notify(failureNotification(kind, serverMessage(error, failureNotification(kind, null).description ?? '')))

/** Actions on backups. Users are notified how one ends even when it goes on after the call was answered. */
export function useBackupActs() {
  // Ids of operations; nothing that is drawn depends on them.
  const [awaited] = useState(() => new Set<string>())
  const follow = (operation: BackupOperation, valid: boolean | null = null) => {
    const ending = endingOf(operation, valid)
    if (ending) notify(ending)
    else awaited.add(operation.id)
  }
  /** Notifies the user of operations begun on this page that the list now shows as ended. */
  const tellEndings = (backups: readonly Backup[]) => {
    for (const { operation, verification } of backups) {
      if (!operation || isUnderWay(operation) || !awaited.delete(operation.id)) continue
      follow(operation, verification?.valid ?? null)
    }
  }
  const create = useMutation(
    backupApi.createBackup.mutation({
      touches,
      onSuccess: ({ operation }) => follow(operation),
      onError: notifyFailure('create'),
    }),
  )
  const verify = useMutation(
    backupApi.verifyBackup.mutation({
      touches,
      onSuccess: ({ operation, valid }) => follow(operation, valid),
      onError: notifyFailure('verify'),
    }),
  )
  const restore = useMutation(
    backupApi.restoreBackup.mutation({
      touches,
      onSuccess: ({ operation }) => follow(operation),
      onError: notifyFailure('restore'),
    }),
  )
  const trigger = useMutation(
    backupApi.triggerBackup.mutation({
      touches,
      onSuccess: ({ message, operation }) => {
        notify({ title: 'Backup Triggered', description: message })
        if (isUnderWay(operation)) awaited.add(operation.id)
      },
      onError: (error) =>
        notify({
          title: 'Trigger Failed',
          description: serverMessage(error, 'Failed to trigger backup'),
          tone: 'destructive',
        }),
    }),
  )
  const isCalling = create.isPending || verify.isPending || restore.isPending
  return { create, verify, restore, trigger, tellEndings, isCalling }
}

export type BackupActs = ReturnType<typeof useBackupActs>

/** During a full restore: shows users why it signs them out. */
export function useExpectedSignOut(isRestoringEverything: boolean): void {
  useEffect(() => (isRestoringEverything ? expectSignOut(signedOutByRestore) : undefined), [isRestoringEverything])
}
