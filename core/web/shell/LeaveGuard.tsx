import { useQueryClient } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { Suspense, useCallback, useRef } from 'react'
import type { ReactNode } from 'react'
import { t } from '../text.ts'
import { part } from '../plugin.ts'
import { sessionQuery } from '../session.ts'
import { UnsavedChangesContext } from '../ui/forms/unsavedChanges.ts'

const ConfirmDialog = part(() => import('../ui/overlays/ConfirmDialog.tsx'), 'ConfirmDialog')

/** Asks before a page with unsaved changes is left. Closing the tab asks too; the kit's forms see to that themselves. */
export function LeaveGuard({ children }: { children: ReactNode }) {
  const unsaved = useRef(new Set<string>())
  const queryClient = useQueryClient()
  const report = useCallback((id: string, isDirty: boolean) => {
    if (isDirty) unsaved.current.add(id)
    else unsaved.current.delete(id)
  }, [])
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      unsaved.current.size > 0 &&
      current.pathname !== next.pathname &&
      // A signed-out user has to leave, and could not save any more.
      Boolean(queryClient.getQueryData(sessionQuery.queryKey)),
    enableBeforeUnload: false,
    withResolver: true,
  })
  return (
    <UnsavedChangesContext value={report}>
      {children}
      {blocker.status === 'blocked' && (
        <Suspense>
          <ConfirmDialog
            title={t('Discard your changes?')}
            confirmLabel={t('Discard')}
            isOpen
            onOpenChange={(isOpen) => {
              if (!isOpen) blocker.reset?.()
            }}
            onConfirm={() => {
              unsaved.current.clear()
              blocker.proceed?.()
            }}
          >
            {t('What you changed on this page has not been saved.')}
          </ConfirmDialog>
        </Suspense>
      )}
    </UnsavedChangesContext>
  )
}
