import { randomUUID } from 'node:crypto'
import type { TestPlatform } from '#core/testing/harness.ts'
import { insertRow, type Given } from '#core/testing/rows.ts'

interface ErasureRow {
  organizationId: string
  name: string
  subdomain: string
  invoices: object[]
  askedBy: string
  askedAt: string
  touchedAt: string
  finishedAt: string | null
}

/** Builds the record of an organization that was erased, with one invoice. */
export const buildErasure = (
  platform: Pick<TestPlatform, 'core'>,
  given: Given<ErasureRow> = {},
): Promise<ErasureRow & { id: string }> =>
  insertRow<ErasureRow>(platform, null, 'organizationErasures', {
    organizationId: randomUUID(),
    name: 'Evening School',
    subdomain: 'evening',
    invoices: [{}],
    askedBy: 'Grace Hopper',
    askedAt: '2026-01-05T10:00:00Z',
    touchedAt: '2026-01-05T10:00:00Z',
    finishedAt: '2026-01-05T10:02:00Z',
    ...given,
  })
