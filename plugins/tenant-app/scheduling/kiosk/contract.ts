import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant, line, requiredText } from '#core/contract/fields.ts'
import { pagingQuery } from '#core/contract/paging.ts'
import { admins, staff } from '../../contract.ts'
import { eventOutcome } from '../door/contract.ts'

export const SETUP_CODE_LENGTH = 8
export const SETUP_MINUTES = 10
/** Days after which a device that was not used works no more. */
export const MAX_UNUSED_DAYS = 90
export const MAX_DEVICES = 50
/** Seconds for which a person's children are shown. */
export const SHOWN_SECONDS = 10

export const deviceScopes = ['all', 'projects', 'groups'] as const
export type DeviceScope = (typeof deviceScopes)[number]

const deviceStates = ['waiting', 'working', 'locked', 'unused', 'revoked'] as const

export const device = z.object({
  id,
  name: z.string(),
  place: z.string(),
  scope: z.enum(deviceScopes),
  scopeIds: z.array(id),
  /** `waiting` for its code to be typed; `locked` after wrong PINs; `unused` for too long. */
  state: z.enum(deviceStates),
  addedBy: z.string().nullable(),
  addedAt: instant,
  lastUsedAt: instant.nullable(),
})
export type Device = z.infer<typeof device>

export const newDevice = z
  .object({
    name: requiredText(100, 'Name is required'),
    place: line(200).default(''),
    scope: z.enum(deviceScopes).default('all'),
    /** Projects or groups, by `scope`. */
    scopeIds: z.array(id).max(50, 'At most 50').default([]),
  })
  .refine(({ scope, scopeIds }) => scope === 'all' || scopeIds.length > 0, {
    message: 'Choose at least one',
    path: ['scopeIds'],
  })
export type NewDevice = z.output<typeof newDevice>

const protects = { whileReadOnly: true } as const

export const devicesContract = {
  listKiosks: endpoint({
    method: 'GET',
    path: '/api/devices',
    summary: 'Kiosks of the organization, the newest first',
    access: staff,
    query: pagingQuery,
    response: z.array(device),
  }),
  addKiosk: endpoint({
    method: 'POST',
    path: '/api/devices',
    status: 201,
    summary: `Add a kiosk; its code is answered once and typed on the tablet within ${SETUP_MINUTES} minutes`,
    audit: 'device.added',
    access: { ...admins, sessionOnly: true },
    body: newDevice,
    response: device.extend({ setupCode: z.string() }),
  }),
  revokeKiosk: endpoint({
    method: 'DELETE',
    path: '/api/devices/{id}',
    summary: 'End a kiosk at once',
    audit: 'device.revoked',
    access: { ...admins, ...protects },
    params: z.object({ id }),
    response: 'none',
  }),
  unlockKiosk: endpoint({
    method: 'POST',
    path: '/api/devices/{id}/unlock',
    summary: 'Unlock a kiosk that was locked after wrong PINs',
    audit: 'device.unlocked',
    unaudited: 'A kiosk that is not locked stays so',
    access: { ...staff, ...protects, sessionOnly: true },
    params: z.object({ id }),
    response: 'none',
  }),
} as const

/** PIN of six digits, or what the QR code of a card says. */
const code = z.string().trim().min(1).max(60)

export const kioskChild = z.object({
  studentId: id,
  sessionId: id,
  meetingId: id,
  firstName: z.string(),
  /** First letter of the last name. */
  initial: z.string(),
  sessionName: z.string(),
  state: z.enum(['expected', 'in', 'out', 'closed']),
  /** An adult said here that the child leaves, and staff have not released it yet. */
  isWaiting: z.boolean(),
})
export type KioskChild = z.infer<typeof kioskChild>

export const kioskVisit = z.object({
  /** First name of the person; empty for an unknown, barred or unexpected person, who get the same answer. */
  name: z.string(),
  children: z.array(kioskChild),
  isLocked: z.boolean(),
})
export type KioskVisit = z.infer<typeof kioskVisit>

const kioskAct = z.object({
  /** Made by the device: an act that is sent again counts once. */
  id,
  studentId: id,
  meetingId: id,
  kind: z.enum(['in', 'out']),
})
export type KioskAct = z.output<typeof kioskAct>

const ofDevice = { who: 'device', hosts: 'tenant', scope: 'tenant', whileReadOnly: true } as const

/** The five endpoints of a kiosk. */
export const kioskContract = {
  pairKiosk: endpoint({
    method: 'POST',
    path: '/api/kiosk/pair',
    summary: 'Make this browser a kiosk by the code that an admin was given; who is signed in there is signed out',
    audit: 'device.paired',
    access: { ...ofDevice, who: 'anyone', scope: 'none' },
    rateLimit: 10,
    body: z.object({ code: z.string().trim().length(SETUP_CODE_LENGTH, `Enter the ${SETUP_CODE_LENGTH} characters`) }),
    response: 'none',
  }),
  getKiosk: endpoint({
    method: 'GET',
    path: '/api/kiosk',
    summary: 'The kiosk that this browser is',
    access: ofDevice,
    response: z.object({ name: z.string(), place: z.string(), organization: z.string(), isLocked: z.boolean() }),
  }),
  identifyAtKiosk: endpoint({
    method: 'POST',
    path: '/api/kiosk/visits',
    summary: 'The children whom a person with a PIN or a card brings or picks up now',
    unaudited: 'Nothing is changed but the count of wrong codes',
    access: ofDevice,
    rateLimit: 60,
    body: z.object({ code }),
    response: kioskVisit,
  }),
  actAtKiosk: endpoint({
    method: 'POST',
    path: '/api/kiosk/acts',
    summary: 'Check the person’s children in, and ask staff to release them; each is refused alone, in words',
    unaudited: 'The log of the door keeps what was done, and cannot be changed',
    access: ofDevice,
    rateLimit: 60,
    body: z.object({ code, acts: z.array(kioskAct).min(1).max(20, 'At most 20 at once') }),
    response: z.array(eventOutcome.extend({ outcome: z.enum(['saved', 'note', 'asked', 'refused']) })),
  }),
  leaveKiosk: endpoint({
    method: 'POST',
    path: '/api/kiosk/leave',
    summary: 'End the kiosk that this browser is, as staff who are signed in',
    audit: 'device.revoked',
    access: { ...staff, hosts: 'tenant', scope: 'none', whileReadOnly: true, sessionOnly: true },
    response: 'none',
  }),
} as const
