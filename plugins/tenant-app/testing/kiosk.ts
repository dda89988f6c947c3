import { randomUUID } from 'node:crypto'
import { create, randomText, type World } from '#core/testing/calls.ts'
import type { Client } from '#core/testing/harness.ts'
import type { KioskVisit } from '../scheduling/kiosk/contract.ts'

/** Sets up a tablet as a kiosk of an organization. */
export async function pairTablet({ organization }: Pick<World, 'organization'>, given: object = {}) {
  const admin = await organization.signIn('tenant_admin')
  const { id, setupCode } = await create<{ id: string; setupCode: string }>(admin, '/api/devices', {
    name: randomText(),
    ...given,
  })
  const tablet = organization.client()
  await create(tablet, '/api/kiosk/pair', { code: setupCode })
  return { tablet, id, setupCode, admin }
}

/** Makes a PIN for a guardian, as in the portal. */
export const makePin = async (by: Client, more: object = {}): Promise<string> =>
  (await create<{ code: string }>(by, '/api/pickup-codes', { kind: 'pin', ...more })).code

/** Enters a code on a tablet. */
export const visit = async (tablet: Client, code: string): Promise<KioskVisit> =>
  (await tablet.post('/api/kiosk/visits', { code })).body

/** Performs the same action for every child of a visit. @returns the outcomes as text */
export async function act(tablet: Client, code: string, kind: 'in' | 'out', { children }: KioskVisit) {
  const acts = children.map(({ studentId, meetingId }) => ({ id: randomUUID(), studentId, meetingId, kind }))
  const { status, body } = await tablet.post('/api/kiosk/acts', { code, acts })
  return status === 200 ? (body as { outcome: string }[]).map(({ outcome }) => outcome) : [String(status)]
}
