import { sealedStore, type SealedStore } from '#core/web/sealedStore.ts'
import { noteUnsent } from '#core/web/unsentEntries.ts'
import { isSignedOut, mayStillWork } from '#core/web/apiError.ts'
import { z } from 'zod'
import { newIncidents } from '../contract.ts'
import { incidentsApi } from './client.ts'

/** Key of queries that read reports on this device. */
export const REPORTS_ON_DEVICE = ['incident reports on this device']

/** Report that is not on the server yet, by the id of its first child's report. */
const storedReport = z.object({
  id: z.uuid(),
  /** True once the user has pressed Submit. */
  isSent: z.boolean(),
  report: newIncidents,
})
export type StoredReport = z.infer<typeof storedReport>

/** Opens the user's store; each change updates the banner. */
export function reportStore(userId: string): SealedStore<StoredReport> {
  const store = sealedStore({ userId, kind: 'incident', schema: storedReport })
  const noted = async (left: Promise<number | undefined>) => {
    const count = await left
    noteUnsent('reports', userId, count)
    return count
  }
  return {
    ...store,
    put: (reports) => noted(store.put(reports)),
    remove: (ids) => noted(store.remove(ids)),
  }
}

/**
 * Sends a report that is stored for a user, in the session of that user.
 * @returns false without a connection or that session: the report stays stored and is sent later
 * @throws the server's refusal
 */
export async function sendReport(
  userId: string,
  { id, report }: Pick<StoredReport, 'id' | 'report'>,
): Promise<boolean> {
  try {
    await incidentsApi.createIncidents.call({ madeBy: userId, body: report })
  } catch (error) {
    if (!mayStillWork(error) && !isSignedOut(error)) throw error
    return false
  }
  await reportStore(userId).remove([id])
  return true
}
