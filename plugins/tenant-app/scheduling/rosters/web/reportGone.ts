import { listenForConnection } from '#core/web/connection.ts'
import type { GoneReport } from '#core/web/unsavedWork.ts'
import type { UnsentKind } from '../unsent-contract.ts'
import { unsentApi } from './client.ts'

/** Reports entries of a kind that are gone before they were sent; a loss is reported when the connection is back. */
export const reportGone =
  (kind: UnsentKind) =>
  async ({ reason, count, since }: GoneReport): Promise<void> => {
    const body = { kind, reason, count, since }
    const report = () => unsentApi.reportGoneEntries.call({ body })
    try {
      await report()
    } catch {
      if (reason === 'discarded') return
      const ignore = listenForConnection(() => {
        if (!navigator.onLine) return
        ignore()
        void report().catch(() => undefined)
      })
    }
  }
