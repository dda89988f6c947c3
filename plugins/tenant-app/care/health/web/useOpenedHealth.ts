import { useState } from 'react'
import { useUser } from '#core/web/session.ts'
import type { ViewReason } from '../../../base/ledger/contract.ts'
import type { HealthRecord } from '../contract.ts'
import { childReads } from '../../../shared/web/slots.ts'
import { healthApi } from './client.ts'

/** A student's health while it is open on the screen. It is in no cache, and leaves memory with the screen. */
export interface OpenedHealth {
  studentId: string
  record: HealthRecord
  /** Right of the reader: edits it, proposes changes as a guardian, or only reads. */
  may: 'keep' | 'propose' | 'read'
  /** Requests it again, which is a view of its own. */
  reopen: () => Promise<HealthRecord>
  /** Shows values that the reader has just saved. */
  merge: (change: Partial<HealthRecord>) => void
}

export function useOpenedHealth(studentId: string, { isPortal }: { isPortal: boolean }) {
  const { role } = useUser()
  const [opened, setOpened] = useState<{ record: HealthRecord; reason: ViewReason }>()
  const open = async (reason: ViewReason): Promise<HealthRecord> => {
    const record = await healthApi.openHealth.call({ params: { id: studentId }, body: reason })
    setOpened({ record, reason })
    return record
  }
  const keeps = !isPortal && (role === 'tenant_admin' || role === 'superadmin')
  const health: OpenedHealth | undefined = opened && {
    studentId,
    record: opened.record,
    may: role === 'parent' ? 'propose' : keeps ? 'keep' : 'read',
    reopen: () => open(opened.reason),
    merge: (change) => setOpened((now) => now && { ...now, record: { ...now.record, ...change } }),
  }
  return { health, open, hide: () => setOpened(undefined) }
}

/** Queries of lists and pages that change with a student's health. */
export const healthReads = [healthApi.healthStatus.key(), healthApi.listHealthProposals.key(), childReads]
