import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { serverMessage } from '#core/web/serverMessage.ts'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import type { EmbeddedRun, MigrationStatus, RunKind } from '../contract.ts'
import { embeddedApi } from './client.ts'
import { describeEnding, getFailedTitle } from './embeddedLabels.ts'
import { isUnderWay } from './queries.ts'

const touches = [['api', 'frappe-lms']]

const notifyFailure = (kind: RunKind, fallback: string) => (error: unknown) =>
  notify({ title: getFailedTitle(kind), description: serverMessage(error, fallback), tone: 'destructive' })

/** Starts runs; a notification follows once the status shows their end. */
export function useRuns(status: MigrationStatus | undefined) {
  // Ids of runs; no rendering depends on them.
  const [awaited] = useState(() => new Set<string>())
  const onSuccess = ({ run }: { run: EmbeddedRun }) => void awaited.add(run.id)
  const migrate = useMutation(
    embeddedApi.migrateModules.mutation({
      touches,
      onSuccess,
      onError: notifyFailure('modules', 'Failed to migrate training modules'),
    }),
  )
  const sync = useMutation(
    embeddedApi.syncUsers.mutation({ touches, onSuccess, onError: notifyFailure('users', 'Failed to sync users') }),
  )
  const retry = useMutation(embeddedApi.retryItem.mutation({ touches, onSuccess }))
  const stop = useMutation(
    embeddedApi.stopRun.mutation({
      touches,
      onError: (error) => notify({ title: 'Not stopped', description: errorText(error), tone: 'destructive' }),
    }),
  )
  useEffect(() => {
    for (const run of [status?.runs.modules, status?.runs.users]) {
      if (run && !isUnderWay(run) && awaited.delete(run.id)) notify(describeEnding(run))
    }
  })
  return { begin: { modules: migrate, users: sync }, retry, stop }
}

export type Runs = ReturnType<typeof useRuns>
