import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { id, instant } from '#core/contract/fields.ts'
import { staff } from '../../contract.ts'
import { pickupKinds } from '../collectors/contract.ts'

export const PIN_DIGITS = 6
/** Begins what the QR code of a card says. */
export const CARD_PREFIX = 'trl1.'

const codeKinds = ['pin', 'card'] as const
export type CodeKind = (typeof codeKinds)[number]

/** A person who has, or may have, a PIN and a card: the caller as a guardian, or an authorized pickup of an own child. */
export const codeHolder = z.object({
  kind: z.enum(pickupKinds),
  /** Id of the authorized pickup; null for the caller. */
  collectorId: id.nullable(),
  name: z.string(),
  /** First names of the children. */
  children: z.array(z.string()),
  /** The PIN and the card that work now; neither can be shown again. */
  codes: z.array(z.object({ id, kind: z.enum(codeKinds), createdAt: instant })),
})
export type CodeHolder = z.infer<typeof codeHolder>

const parents = { ...staff, who: ['parent'], whileReadOnly: true } as const

export const pickupCodesContract = {
  listPickupCodes: endpoint({
    method: 'GET',
    path: '/api/pickup-codes',
    summary: 'People for whom the caller makes a PIN and a card for the kiosk, and which of them work; at most 200',
    access: { ...staff, who: ['parent'] },
    response: z.array(codeHolder),
  }),
  makePickupCode: endpoint({
    method: 'POST',
    path: '/api/pickup-codes',
    status: 201,
    summary: 'Make a new PIN or card, which is answered once; the one before works no more',
    audit: 'pickup-code.made',
    access: { ...parents, sessionOnly: true },
    rateLimit: 30,
    body: z.object({ kind: z.enum(codeKinds), collectorId: id.nullable().default(null) }),
    response: z.object({ id, code: z.string() }),
  }),
  revokePickupCode: endpoint({
    method: 'DELETE',
    path: '/api/pickup-codes/{id}',
    summary: 'Make a PIN or a card work no more',
    audit: 'pickup-code.revoked',
    access: parents,
    params: z.object({ id }),
    response: 'none',
  }),
} as const
